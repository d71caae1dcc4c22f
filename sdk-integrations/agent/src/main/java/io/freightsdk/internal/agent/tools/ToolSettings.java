package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ReferenceCheck;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a set of tools; the public builder explains each of them.
 *
 * @param chosen names of the tools to make
 * @param approvalAboveUsd calls up to this price need no approval; null to ask at every price if
 *     there is an approver, and never otherwise
 * @param approver asked unless the call has its own; null to refuse such calls
 */
public record ToolSettings(
    FreightClient client,
    SpendLedger ledger,
    SpendScope scope,
    List<SpendLimit> limitsPerCaller,
    Set<String> chosen,
    @Nullable BigDecimal approvalAboveUsd,
    @Nullable Approver approver,
    @Nullable ReferenceCheck referenceCheck,
    Clock clock,
    TimeSource time) {}
