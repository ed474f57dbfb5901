// The result as a picture: our own drawing on a canvas, handed to the system's share sheet or saved. Without this file it is saved as SVG.
'use strict';
(() => {
  async function png(address) {
    const drawing = new Image();
    drawing.src = address;
    await drawing.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: drawing.naturalWidth, height: drawing.naturalHeight });
    canvas.getContext('2d').drawImage(drawing, 0, 0);
    return new Promise((made, failed) => canvas.toBlob(blob => (blob ? made(blob) : failed(new Error('no picture'))), 'image/png'));
  }
  document.addEventListener('click', async event => {
    const link = event.target.closest('a.picture');
    if (!link) return;
    event.preventDefault();
    const words = link.lastChild, label = link.dataset.label ??= words.data;
    const file = new File([await png(link.href)], link.download.replace('.svg', '.png'), { type: 'image/png' });
    if (navigator.canShare?.({ files: [file] })) { navigator.share({ files: [file], title: document.title }).catch(() => {}); return; }
    const to = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name });
    to.click();
    words.data = link.dataset.done;  // it stays so for a while: the browser saves it without a word
    setTimeout(() => { words.data = label; }, 4000);
    setTimeout(() => URL.revokeObjectURL(to.href), 60000);
  });
})();
