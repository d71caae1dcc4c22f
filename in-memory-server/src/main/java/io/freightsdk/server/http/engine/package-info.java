/**
 * HTTP/1.1 over sockets: parsing, framing, connections. Knows no route and no rule of the service.
 * The JDK's server is not used because it stamps every answer with machine time, leaves request
 * size unbounded and is tuned by system properties of the whole JVM.
 */
@NullMarked
package io.freightsdk.server.http.engine;

import org.jspecify.annotations.NullMarked;
