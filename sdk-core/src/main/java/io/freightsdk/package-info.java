/**
 * The client, its options and the outcomes of its calls.
 *
 * <p>Interfaces and values only; what sends, retries and accounts lives below {@code internal}.
 */
@NullMarked
package io.freightsdk;

import org.jspecify.annotations.NullMarked;
