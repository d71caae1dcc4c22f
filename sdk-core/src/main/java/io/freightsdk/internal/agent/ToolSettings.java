package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolListener;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a set of tools behaves; the builder of the public API says what each setting means.
 *
 * @param tokens makes secrets that nobody can guess
 */
public record ToolSettings(
    FreightClient client,
    SpendScope scope,
    SpendLimits limitsPerCaller,
    @Nullable BigDecimal approvalAboveUsd,
    @Nullable Approver approver,
    Duration approvalValidFor,
    Duration readInterval,
    boolean paidReadsAreReadOnly,
    boolean driverLinks,
    @Nullable ToolListener listener,
    Clock clock,
    Supplier<String> tokens) {}
