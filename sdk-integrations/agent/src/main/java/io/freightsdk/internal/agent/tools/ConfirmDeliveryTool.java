package io.freightsdk.internal.agent.tools;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.internal.agent.approval.Approvals;
import io.freightsdk.internal.agent.approval.KeyedLocks;
import io.freightsdk.internal.agent.approval.Question;
import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.ToolErrors;
import io.freightsdk.internal.agent.results.ToolOutput;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.LoadStatus;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Confirms a delivery ({@code confirmDelivery}). A confirmation is free of charge but cannot be
 * undone, and carriers are paid for it. So each confirmation needs an approval if there is an
 * approver.
 */
final class ConfirmDeliveryTool implements ToolHandler {
  // Allows for late paperwork, but refuses an invented year.
  private static final Duration MAX_AGE = Duration.ofDays(365);
  // Allows for a current time that was rounded up to the next minute.
  private static final Duration MAX_FUTURE = Duration.ofMinutes(1);

  private static final Set<LoadStatus> ON_THE_WAY =
      Set.of(LoadStatus.PLANNED, LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT);

  private final FreightClient client;
  private final Approvals approvals;
  private final LastStatuses lastStatus;
  private final Clock clock;

  ConfirmDeliveryTool(
      FreightClient client, Approvals approvals, LastStatuses lastStatus, Clock clock) {
    this.client = client;
    this.approvals = approvals;
    this.lastStatus = lastStatus;
    this.clock = clock;
  }

  @Override
  public ToolOutput handle(ToolCall call) {
    call.requireNotCancelled();
    String loadNumber = call.loadNumber();
    String receivedAt = call.optionalText("bolReceivedAt");
    Instant received = receivedAt == null ? null : FreightJson.parseInstant(receivedAt);
    askApprover(call, Question.confirmDelivery(loadNumber, received));
    FreightResponse<ConfirmDeliveryResult> response = confirm(loadNumber, received);
    ConfirmDeliveryResult result = response.value();
    LoadStatus status = result.newStatus() == null ? LoadStatus.DELIVERED : result.newStatus();
    lastStatus.putIfNewer(response.accountId(), loadNumber, status.value(), response.readAt());
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("status", UntrustedText.word(status.value()));
    members.put("alreadyDelivered", Boolean.TRUE.equals(result.idempotent()));
    return ToolOutput.free(members);
  }

  private void askApprover(ToolCall call, Question question) {
    KeyedLocks.Hold hold = approvals.awaitTurn(call);
    if (hold == null) return;
    try {
      requireArrival(call.loadNumber());
      approvals.ask(call, BigDecimal.ZERO, question);
    } finally {
      hold.release();
    }
  }

  /** Throws if a read or a refusal of the last minute shows that the truck has not arrived. */
  private void requireArrival(String loadNumber) {
    LastStatuses.KnownStatus seen = lastStatus.get(CurrentAccount.of(client), loadNumber);
    if (seen == null || !ON_THE_WAY.contains(LoadStatus.of(seen.status()))) return;
    Duration age = Duration.between(seen.at(), clock.instant());
    if (age.compareTo(PositionTool.FIX_INTERVAL) >= 0) return;
    throw ToolErrors.notAtDelivery(seen.status());
  }

  private FreightResponse<ConfirmDeliveryResult> confirm(
      String loadNumber, @Nullable Instant received) {
    try {
      return received == null
          ? client.withResponse().confirmDelivery(loadNumber, CallOptions.DEFAULT)
          : client.withResponse().confirmDelivery(loadNumber, received, CallOptions.DEFAULT);
    } catch (DeliveryNotReadyException e) {
      LoadStatus status = e.loadStatus();
      if (status != null) {
        lastStatus.putIfNewer(
            CurrentAccount.of(client), loadNumber, status.value(), clock.instant());
      }
      throw e;
    }
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    if (path.equals("loadNumber")) return ToolCall.loadNumberProblem(value);
    Instant received = FreightJson.parseInstant((String) value);
    Instant now = clock.instant();
    boolean isPlausible =
        received != null
            && !received.isBefore(now.minus(MAX_AGE))
            && !received.isAfter(now.plus(MAX_FUTURE));
    return isPlausible
        ? null
        : "bolReceivedAt: expected a time of the last year, not later than now, with an offset, such"
            + " as 2026-11-20T09:00:00-05:00; leave it out for now";
  }
}
