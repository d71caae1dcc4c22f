package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks a person once for several loads. It costs nothing itself. */
final class MandateTool implements ToolBody {
  static final int MOST_LOADS = 20;
  private static final int DEFAULT_HOURS = 12;

  private final Approvals approvals;
  private final Mandates mandates;
  private final Memory memory;

  MandateTool(Approvals approvals, Mandates mandates, Memory memory) {
    this.approvals = approvals;
    this.mandates = mandates;
    this.memory = memory;
  }

  @Override
  public Answer run(Invocation invocation) {
    Map<String, Object> asked = invocation.counted();
    BigDecimal loads = (BigDecimal) Objects.requireNonNull(asked.get("loads"));
    BigDecimal each = (BigDecimal) Objects.requireNonNull(asked.get("perLoadUsd"));
    Object hours = asked.getOrDefault("hours", new BigDecimal(DEFAULT_HOURS));
    if (loads.stripTrailingZeros().scale() > 0) {
      throw Refusal.of("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS)
          .because("loads: expected a whole number.", "Correct this, then call again.");
    }
    Set<String> drivers = new LinkedHashSet<>();
    for (Object phone : (List<?>) Objects.requireNonNull(asked.get("drivers"))) {
      drivers.add((String) phone);
    }
    BigDecimal usd = each.multiply(loads);
    long minutes = ((BigDecimal) hours).multiply(new BigDecimal(60)).longValue();
    Instant until = memory.now().plus(Duration.ofMinutes(minutes));
    Mandates.Mandate mandate =
        new Mandates.Mandate(
            loads.intValueExact(), each, usd, List.copyOf(drivers), until, Map.of());
    boolean wasAsked =
        approvals.require(
            new Approvals.Case(
                invocation,
                usd,
                List.of("mandates"),
                true,
                () -> false,
                () -> {},
                () -> question(mandate, asked)));
    if (wasAsked || invocation.call().approvalToken() != null) {
      mandates.grant(invocation.call().scope(), mandate);
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("granted", true);
    members.put("mandate", told(mandate));
    return Answer.free(members);
  }

  private static Question question(Mandates.Mandate mandate, Map<String, Object> asked) {
    String drivers = String.join(", ", mandate.drivers().stream().map(Question::phone).toList());
    return new Question(
        "Let this agent create up to %d loads without asking again, each at most %s USD, until %s,"
                .formatted(
                    mandate.loads(),
                    Money.usd(mandate.perLoadUsd()),
                    mandate.until().toString().substring(0, 16) + "Z")
            + " for the drivers "
            + drivers,
        asked);
  }

  /** What a model is told of a mandate. */
  static Map<String, @Nullable Object> told(Mandates.Mandate mandate) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadsLeft", mandate.loadsLeft());
    members.put("perLoadUsd", Money.usd(mandate.perLoadUsd()));
    members.put("usdLeft", Money.usd(mandate.usdLeft()));
    members.put("until", mandate.until().toString());
    members.put("drivers", mandate.drivers());
    return members;
  }
}
