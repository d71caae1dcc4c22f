/** The server as a program: options, ready message and graceful shutdown. */
@NullMarked
package io.freightsdk.server.standalone;

import org.jspecify.annotations.NullMarked;
