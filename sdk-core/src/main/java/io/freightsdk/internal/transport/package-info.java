/**
 * One wire request, sent exactly once: everything that OkHttp would repeat by itself is closed
 * here.
 *
 * <p>Knows OkHttp and bytes; knows no operation, no JSON, no money, and never retries.
 */
@NullMarked
package io.freightsdk.internal.transport;

import org.jspecify.annotations.NullMarked;
