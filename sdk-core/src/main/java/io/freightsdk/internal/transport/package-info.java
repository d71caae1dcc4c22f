/**
 * Sends each request at most once: all repeats of OkHttp are switched off here.
 *
 * <p>{@code HttpTransport} creates an {@code Exchange} for each request, which ends with a {@code
 * WireResponse} or a {@code WireFailure}. In between, OkHttp runs {@code SendOnceInterceptors}.
 * They ask {@code RequestProgress} whether the request may still be written, and {@code
 * StaleConnectionCheck} whether its connection is alive.
 *
 * <p>Knows OkHttp and bytes, but no operation and no money, and never retries.
 */
@NullMarked
package io.freightsdk.internal.transport;

import org.jspecify.annotations.NullMarked;
