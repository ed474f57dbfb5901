// Choosing one's own cat: the pictures follow what is chosen. Without this the page shows it once it is kept.
'use strict';
{
  const form = document.getElementById('cat-choice'), whole = document.getElementById('chosen-cat');
  const now = name => form.elements[name].value;
  const face = (coat, eyes, wear, pose = '') => `/face/${[pose, coat, eyes, wear].filter(Boolean).join('-')}.svg`;
  const picture = input => input.parentElement.querySelector('img');
  form.addEventListener('change', () => {
    const [coat, eyes, wear] = ['coat', 'eyes', 'wear'].map(now);
    whole.src = face(coat, eyes, wear, 'sit');
    for (const input of form.elements.eyes) picture(input).src = face(coat, input.value, wear);
    for (const input of form.elements.wear) picture(input).src = face(coat, eyes, input.value);
  });
}
