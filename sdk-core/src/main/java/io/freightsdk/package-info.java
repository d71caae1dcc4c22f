/**
 * The client, its options and the outcomes of its calls.
 *
 * <p>Interfaces and values only; the code that sends, retries and keeps accounts is below {@code
 * internal}.
 */
@NullMarked
package io.freightsdk;

import org.jspecify.annotations.NullMarked;
