package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.ApprovalOutcome;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a set of tools. The public builder explains them.
 *
 * @param chosen the names of the tools to build
 */
public record ToolSettings(
    FreightClient client,
    SpendLedger ledger,
    SpendScope sharedScope,
    List<SpendLimit> limitsPerScope,
    Set<String> chosen,
    @Nullable BigDecimal approvalAboveUsd,
    @Nullable Approver approver,
    Consumer<ApprovalOutcome> approvalListener,
    @Nullable ReferenceCheck referenceCheck,
    Clock clock,
    TimeSource time) {}
