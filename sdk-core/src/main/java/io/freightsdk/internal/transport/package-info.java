/**
 * Sends one request exactly once: everything that OkHttp would repeat is switched off here.
 *
 * <p>Knows OkHttp and bytes; knows no operation, no JSON, no money, and never retries.
 */
@NullMarked
package io.freightsdk.internal.transport;

import org.jspecify.annotations.NullMarked;
