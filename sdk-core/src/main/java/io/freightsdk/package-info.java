/**
 * The client, its options and the outcomes of its calls.
 *
 * <p>Interfaces and values only; the code that sends, retries and keeps accounts is below {@code
 * internal}. Only {@code FreightClientBuilder} uses that code, to make a client of it. This package
 * and {@code error} use each other: events have an exception, and exceptions have a charge.
 */
@NullMarked
package io.freightsdk;

import org.jspecify.annotations.NullMarked;
