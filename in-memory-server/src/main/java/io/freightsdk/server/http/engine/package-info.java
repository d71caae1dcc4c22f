/**
 * HTTP/1.1 over sockets: parsing, framing, connections. Contains no route and no rule of the
 * service. The JDK's server is not used because it dates every answer by machine time, does not
 * limit the size of requests, and is configured by system properties for the whole JVM.
 */
@NullMarked
package io.freightsdk.server.http.engine;

import org.jspecify.annotations.NullMarked;
