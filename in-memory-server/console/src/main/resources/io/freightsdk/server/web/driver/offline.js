"use strict";
// Opens the driver's page where there is no signal: from the copy that the page keeps while it shares, which says since
// when it is not current. Everything else goes to the server as without this worker.
onfetch = (event) => {
  if (event.request.mode !== "navigate") return;
  const copied = async (failure) => (await caches.match(event.request, { ignoreSearch: true })) ?? Promise.reject(failure);
  event.respondWith(fetch(event.request).catch(copied));
};
