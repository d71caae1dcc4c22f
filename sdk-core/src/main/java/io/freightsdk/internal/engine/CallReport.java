package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import org.jspecify.annotations.Nullable;

/**
 * How one call ended.
 *
 * @param attempts wire attempts made
 * @param charge what they all together did to the balance
 * @param failure what the caller gets instead of a result; null on success
 */
public record CallReport(int attempts, Charge charge, @Nullable Throwable failure) {}
