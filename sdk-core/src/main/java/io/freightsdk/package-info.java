/**
 * The client of the Freight Load Tracking Agent API, its options and the results of its calls.
 *
 * <p>Start with {@link io.freightsdk.FreightClient#builder()}. Failed calls throw a {@link
 * io.freightsdk.error.FreightException}: its {@code charge()} is the cost of the call, and its
 * {@code nextStep()} says what to do. Names after "API description" are names in the OpenAPI file,
 * {@link io.freightsdk.json.FreightApiDescription#yaml()}.
 */
@NullMarked
package io.freightsdk;

import org.jspecify.annotations.NullMarked;
