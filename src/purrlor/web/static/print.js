// The button for the browser's own print dialogue. Without this file its menu does the same.
'use strict';
(() => {
  const button = document.getElementById('print');
  button.hidden = false;
  button.addEventListener('click', () => print());
})();
