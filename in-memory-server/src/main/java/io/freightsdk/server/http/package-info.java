/** The HTTP API: routes and authentication. Decides nothing about loads or money. */
@NullMarked
package io.freightsdk.server.http;

import org.jspecify.annotations.NullMarked;
