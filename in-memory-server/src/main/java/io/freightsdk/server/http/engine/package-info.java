/**
 * HTTP/1.1 over sockets, and for callers in this process: parsing, framing, connections, corrupted
 * responses. Contains no route and no rule of the service.
 *
 * <p>Three libraries were tried instead:
 *
 * <ul>
 *   <li>Jetty conflicts with Spring Boot's Jetty on the class path of tests, and costs each test
 *       JVM half a second.
 *   <li>The JDK's server replaces the server's {@code Date} by the machine's, and takes 44 ms for a
 *       read on Java 17.
 *   <li>mockwebserver3 keeps every request, and differs in framing and in silence at {@code
 *       Connection: close}.
 * </ul>
 */
@NullMarked
package io.freightsdk.server.http.engine;

import org.jspecify.annotations.NullMarked;
