/**
 * Turns the operations of the API into calls (URLs, bodies, headers) and implements the interfaces
 * of the client. {@code io.freightsdk.internal.call} shows all steps of a call.
 *
 * <p>The packages {@code internal.client}, {@code reads}, {@code call}, {@code money} with {@code
 * json} and {@code error}, and {@code retry} each use only packages later in this list, and the
 * public values. Only {@code FreightClient.Builder} uses this code, to create a client: the
 * interface that users see and its implementation are one circle, so that users need one name.
 */
@NullMarked
package io.freightsdk.internal.client;

import org.jspecify.annotations.NullMarked;
