/**
 * HTTP/1.1 over sockets, and for callers in this process: parsing, framing, connections, spoilt
 * answers. Contains no route and no rule of the service.
 *
 * <p>Three libraries were tried behind the same seam: Jetty, which meets Spring Boot's on the class
 * path of tests and costs each test JVM half a second; the JDK's server, which writes the machine's
 * {@code Date} over the server's and takes 44 ms a read on Java 17; and mockwebserver3, which keeps
 * every request.
 */
@NullMarked
package io.freightsdk.server.http.engine;

import org.jspecify.annotations.NullMarked;
