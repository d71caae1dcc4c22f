// Asks again when the server said that it may.
setTimeout(() => location.reload(), 1000 * document.querySelector("main").dataset.retry);
