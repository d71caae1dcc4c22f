/**
 * Sends one request at most once: everything that OkHttp would repeat is switched off here.
 *
 * <p>{@code HttpTransport} makes an {@code Exchange} for each request, which ends as a {@code
 * WireAnswer} or as a {@code WireFailure}. Between the two OkHttp runs {@code
 * SendOnceInterceptors}, which ask {@code RequestProgress} whether the request may still be
 * written, and {@code StaleConnectionCheck} on which connection.
 *
 * <p>Knows OkHttp and bytes; knows no operation and no money, and never retries.
 */
@NullMarked
package io.freightsdk.internal.transport;

import org.jspecify.annotations.NullMarked;
