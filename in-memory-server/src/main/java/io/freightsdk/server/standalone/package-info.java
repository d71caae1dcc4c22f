/** The server as a program: options, the ready line, a graceful end. */
@NullMarked
package io.freightsdk.server.standalone;

import org.jspecify.annotations.NullMarked;
