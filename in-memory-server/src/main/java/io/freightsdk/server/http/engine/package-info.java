/**
 * HTTP/1.1 over sockets, and for callers in this process: parsing, framing, connections, spoilt
 * answers. Contains no route and no rule of the service. CONTRIBUTING says why no library does it.
 */
@NullMarked
package io.freightsdk.server.http.engine;

import org.jspecify.annotations.NullMarked;
