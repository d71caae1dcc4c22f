/**
 * Turns the operations of the API into calls (URLs, bodies, headers) and implements the interfaces
 * of the client. {@code io.freightsdk.internal.call} draws the whole way of a call.
 */
@NullMarked
package io.freightsdk.internal.client;

import org.jspecify.annotations.NullMarked;
