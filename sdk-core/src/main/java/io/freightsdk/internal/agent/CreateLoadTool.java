package io.freightsdk.internal.agent;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates a load at most once per {@code customerRef}: calls with one reference wait for each
 * other, and once the load is there they are answered from memory, free and without the network.
 */
final class CreateLoadTool implements ToolBody {
  private static final int REMEMBERED_LOADS = 10_000;

  private final FreightClient client;
  private final PaidCalls paid;
  private final boolean driverLinks;
  private final ToolDefinition definition;
  private final SharedResults<Created> loads = new SharedResults<>(REMEMBERED_LOADS);

  CreateLoadTool(FreightClient client, PaidCalls paid, boolean driverLinks) {
    this.client = client;
    this.paid = paid;
    this.driverLinks = driverLinks;
    this.definition = Definitions.createLoad(driverLinks);
  }

  /** The call that made a load, or found it on the service. */
  private record Created(Invocation by, Answer answer) {}

  @Override
  public ToolDefinition definition() {
    return definition;
  }

  @Override
  public List<String> problems(Map<String, Object> arguments) {
    List<String> problems = new ArrayList<>();
    for (String list : List.of("pickups", "deliveries")) {
      List<?> stops = (List<?>) arguments.getOrDefault(list, List.of());
      for (int i = 0; i < stops.size(); i++) {
        boolean half =
            stops.get(i) instanceof Map<?, ?> stop
                && stop.containsKey("lat") != stop.containsKey("lng");
        if (half) problems.add(list + "." + i + ": expected lat and lng together, or neither");
      }
    }
    return problems;
  }

  @Override
  public Answer run(Invocation invocation) {
    String customerRef = invocation.text("customerRef").strip();
    SharedResults.Found<Created> found =
        loads.get(customerRef, any -> true, () -> new Created(invocation, create(invocation)));
    Created created = found.value();
    if (found.mine()) return created.answer();
    // Of a load that was there before, nobody here knows the details to compare with.
    boolean comparable = Boolean.TRUE.equals(created.answer().members().get("created"));
    boolean identical = created.by().digest().equals(invocation.digest());
    return identical || !comparable ? created.answer().again() : unchanged(created, invocation);
  }

  private Answer create(Invocation invocation) {
    CreateLoadInput input = input(invocation);
    CreateLoadOutcome outcome =
        paid.pay(
            invocation,
            Operation.CREATE_LOAD,
            Summaries.createLoad(input),
            options -> client.createLoad(input, options));
    return answer(outcome);
  }

  private static CreateLoadInput input(Invocation invocation) {
    try {
      CreateLoadInput input =
          FreightJson.adapter(CreateLoadInput.class).fromJson(invocation.json());
      if (input != null) return input;
    } catch (IOException | JsonDataException e) {
      // The reader of the API refuses what the schema let pass: a date in the year 0.
    }
    throw Refusal.of("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS)
        .because("A date or number is out of range.", "Correct it, then call.");
  }

  private Answer answer(CreateLoadOutcome outcome) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", outcome.loadNumber());
    members.put("created", !outcome.deduplicated());
    members.put("trackingLink", outcome.trackingLink());
    if (driverLinks) members.put("driverWebLink", outcome.driverWebLink());
    if (outcome instanceof CreateLoadOutcome.Created created
        && created.result().driverResolution() != null) {
      members.put("driverResolution", created.result().driverResolution().value());
    }
    if (outcome.deduplicated()) {
      members.put(
          "note",
          "The load of this customerRef existed before and is unchanged; details sent now that"
              + " differ from it were not applied.");
    }
    members.put("chargedUsd", Money.usd(outcome.charge()));
    return new Answer(members, outcome.charge(), false);
  }

  /** The existing load, with the paths of what this call wanted different. */
  private static Answer unchanged(Created created, Invocation now) {
    List<String> notApplied = Differences.between(created.by().arguments(), now.arguments());
    Answer again = created.answer().again();
    Map<String, @Nullable Object> members = new LinkedHashMap<>(again.members());
    members.put("created", false);
    members.put("notApplied", notApplied);
    members.put(
        "note",
        "The load of this customerRef existed before and is unchanged. Use another customerRef only"
            + " for another order.");
    return new Answer(members, again.charge(), true);
  }
}
