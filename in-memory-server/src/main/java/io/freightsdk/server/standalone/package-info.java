/**
 * The server as a program: options, the line that says that it is ready, and a graceful shutdown.
 */
@NullMarked
package io.freightsdk.server.standalone;

import org.jspecify.annotations.NullMarked;
