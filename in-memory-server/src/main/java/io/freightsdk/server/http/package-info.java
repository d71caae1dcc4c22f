/**
 * The HTTP API: routes, authentication, and errors as a table. Decides nothing about loads or
 * money.
 */
@NullMarked
package io.freightsdk.server.http;

import org.jspecify.annotations.NullMarked;
