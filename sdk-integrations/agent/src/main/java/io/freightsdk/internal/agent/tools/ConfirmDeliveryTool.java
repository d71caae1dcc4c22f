package io.freightsdk.internal.agent.tools;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.answers.Failures;
import io.freightsdk.internal.agent.answers.ServiceText;
import io.freightsdk.internal.agent.approval.Approvals;
import io.freightsdk.internal.agent.approval.Invocation;
import io.freightsdk.internal.agent.approval.OneAtATime;
import io.freightsdk.internal.agent.approval.Question;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.LoadStatus;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Confirms a delivery ({@code confirmDelivery}). That is free, but cannot be taken back, and
 * carriers are paid on it; so a person is asked where one can be.
 */
final class ConfirmDeliveryTool implements ToolBody {
  // Allows for late paperwork and wrong clocks, but not for an invented year.
  private static final Duration OLDEST = Duration.ofDays(365);
  private static final Duration LATEST = Duration.ofDays(1);

  private static final Set<LoadStatus> ON_THE_WAY =
      Set.of(LoadStatus.PLANNED, LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT);

  private final FreightClient client;
  private final Approvals approvals;
  private final LastStatus lastStatus;
  private final Clock clock;

  ConfirmDeliveryTool(
      FreightClient client, Approvals approvals, LastStatus lastStatus, Clock clock) {
    this.client = client;
    this.approvals = approvals;
    this.lastStatus = lastStatus;
    this.clock = clock;
  }

  @Override
  public Answer run(Invocation invocation) {
    invocation.requireWanted();
    String loadNumber = invocation.loadNumber();
    String receivedAt = invocation.optionalText("bolReceivedAt");
    Instant received = receivedAt == null ? null : instant(receivedAt);
    askIfPossible(invocation, Question.confirmDelivery(loadNumber, received));
    FreightResponse<ConfirmDeliveryResult> response = confirm(loadNumber, received);
    ConfirmDeliveryResult result = response.value();
    LoadStatus status = result.newStatus() == null ? LoadStatus.DELIVERED : result.newStatus();
    lastStatus.put(response.accountId(), loadNumber, status.value(), response.readAt());
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("status", ServiceText.word(status.value()));
    members.put("alreadyDelivered", Boolean.TRUE.equals(result.idempotent()));
    return Answer.free(members);
  }

  private void askIfPossible(Invocation of, Question question) {
    OneAtATime.Turn turn = approvals.turn(of);
    if (turn == null) return;
    try {
      requireArrival(of.loadNumber());
      approvals.ask(of, BigDecimal.ZERO, question);
    } finally {
      turn.end();
    }
  }

  /** Refuses a confirmation that the service has just refused, or would refuse as too early. */
  private void requireArrival(String loadNumber) {
    LastStatus.Seen seen = lastStatus.of(Account.of(client), loadNumber);
    if (seen == null || !ON_THE_WAY.contains(LoadStatus.of(seen.status()))) return;
    Duration age = Duration.between(seen.at(), clock.instant());
    if (age.compareTo(PositionTool.INTERVAL) >= 0) return;
    throw Failures.notAtDelivery(seen.status());
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
        lastStatus.put(Account.of(client), loadNumber, status.value(), clock.instant());
      }
      throw e;
    }
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    if (path.equals("loadNumber")) return Invocation.problemOfLoadNumber(value);
    return isPlausible((String) value)
        ? null
        : "bolReceivedAt: expected a time of the last year, not later than now, with an offset, such"
            + " as 2026-11-20T14:00:00Z";
  }

  private boolean isPlausible(String receivedAt) {
    try {
      Instant received = instant(receivedAt);
      Instant now = clock.instant();
      return !received.isBefore(now.minus(OLDEST)) && !received.isAfter(now.plus(LATEST));
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static Instant instant(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }
}
