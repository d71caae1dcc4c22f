/**
 * The client, its options and the outcomes of its calls.
 *
 * <p>Interfaces and values only; the code that sends, retries and keeps accounts is below {@code
 * internal}. Only {@code FreightClient.Builder} uses that code, to make a client of it, and the
 * code uses the values of here: a circle by design, within which {@code internal.client}, {@code
 * reads}, {@code call}, {@code money} with {@code json}, and {@code retry} each use only those
 * after it. This package and {@code error} use each other: events have an exception, and exceptions
 * have a charge.
 */
@NullMarked
package io.freightsdk;

import org.jspecify.annotations.NullMarked;
