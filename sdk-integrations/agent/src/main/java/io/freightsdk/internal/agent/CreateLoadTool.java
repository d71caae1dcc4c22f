package io.freightsdk.internal.agent;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.FreightException;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
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
  /** What a model has to know of how the service has found the driver. */
  private static final Map<String, String> MEANT =
      Map.of(
          "none", "Positions come once the driver has opened the link.",
          "unresolved_truck", "No driver has this truckNumber.");

  private static final String UNCHANGED =
      "The load of this customerRef existed before and is unchanged; details sent now that differ"
          + " from it were not applied.";

  private final FreightClient client;
  private final PaidCalls paid;
  private final Orders orders;
  private final SharedResults<Created> loads;

  CreateLoadTool(
      FreightClient client, SharedResults<Created> loads, PaidCalls paid, Orders orders) {
    this.client = client;
    this.loads = loads;
    this.paid = paid;
    this.orders = orders;
  }

  /**
   * The call that created a load, or found it at the service.
   *
   * @param madeHere whether its arguments are those of the load
   */
  record Created(Invocation by, Answer answer, boolean madeHere) {}

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

  /**
   * Leading and trailing spaces of the reference, and {@code differsFrom}, do not make another
   * order.
   */
  @Override
  public Map<String, Object> counted(Map<String, Object> arguments) {
    Map<String, Object> counted = new LinkedHashMap<>(arguments);
    counted.remove("differsFrom");
    counted.computeIfPresent("customerRef", (name, ref) -> ((String) ref).strip());
    return counted;
  }

  @Override
  public Answer run(Invocation invocation) {
    String customerRef = invocation.text("customerRef");
    // A load that was created here is compared with what is sent now.
    if (loads.find(customerRef) == null) {
      Orders.Order order = orders.withLoad(customerRef);
      if (order != null) return known(order, invocation);
    }
    SharedResults.Found<Created> found = loads.get(customerRef, () -> create(invocation));
    Created created = found.value();
    if (found.mine()) return created.answer();
    // The details of a load that existed before are not known here, so they cannot be compared.
    boolean identical = created.by().digest().equals(invocation.digest());
    return identical || !created.madeHere()
        ? existing(created, List.of())
        : existing(created, Differences.between(created.by().counted(), invocation.counted()));
  }

  private Created create(Invocation invocation) {
    CreateLoadInput input = input(invocation);
    try (Orders.Claim claim = orders.judge(invocation, invocation.optionalText("differsFrom"))) {
      CreateLoadOutcome outcome =
          paid.pay(
              new PaidCalls.Purchase(
                  invocation,
                  Operation.CREATE_LOAD,
                  claim.needsAPerson(),
                  claim.isRepeat(),
                  claim.hasLoad(),
                  () -> Question.createLoad(invocation.counted(), claim.others())),
              options -> send(input, options.build(), claim));
      claim.created(
          new Orders.Load(
              ServiceText.identifier(outcome.loadNumber()),
              ServiceText.link(outcome.trackingLink()),
              !outcome.deduplicated()));
      return new Created(invocation, answer(outcome), !outcome.deduplicated());
    }
  }

  private CreateLoadOutcome send(CreateLoadInput input, CallOptions options, Orders.Claim claim) {
    claim.take();
    try {
      return client.createLoad(input, options);
    } catch (FreightException e) {
      // The load may exist: until that is known, its reference counts as taken.
      if (e.charge().kind() != Charge.Kind.NONE) claim.created(null);
      throw e;
    }
  }

  private static CreateLoadInput input(Invocation invocation) {
    try {
      CreateLoadInput input =
          FreightJson.adapter(CreateLoadInput.class).fromJson(invocation.json());
      if (input != null) return input;
    } catch (IOException | JsonDataException e) {
      // The schema accepts a value that the API's reader refuses, such as a date in the year 0.
    }
    throw Refusal.of("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS)
        .because("A date or number is out of range.", "Correct it, then call.");
  }

  private Answer answer(CreateLoadOutcome outcome) {
    boolean paidBefore =
        outcome instanceof CreateLoadOutcome.Created made
            && made.charge().kind() == Charge.Kind.NONE;
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", ServiceText.identifier(outcome.loadNumber()));
    members.put("created", !outcome.deduplicated() && !paidBefore);
    if (paidBefore) members.put("alreadyCharged", true);
    members.put("trackingLink", ServiceText.link(outcome.trackingLink()));
    if (outcome instanceof CreateLoadOutcome.Created created
        && created.result().driverResolution() != null) {
      members.put(
          "driverResolution", ServiceText.word(created.result().driverResolution().value()));
    }
    if (outcome.deduplicated()) {
      members.put("note", UNCHANGED);
    } else if (members.get("loadNumber") != null) {
      members.put("note", MEANT.get(String.valueOf(members.get("driverResolution"))));
    } else if (members.get("loadNumber") == null) {
      members.put(
          "note",
          "The load was created, but the service named it in a form that is not a load number. Do"
              + " not create it again; tell the user.");
    }
    members.put("chargedUsd", Money.certain(outcome.charge()));
    return new Answer(members, outcome.charge());
  }

  /** A load of the memory, which has neither the arguments nor the driver's link. */
  private static Answer known(Orders.Order order, Invocation invocation) {
    boolean identical = order.mine() && order.digest().equals(invocation.digest());
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", order.loadNumber());
    members.put("created", false);
    if (identical) members.put("alreadyCharged", true);
    members.put("trackingLink", order.trackingLink());
    if (!identical) members.put("note", UNCHANGED);
    members.put("chargedUsd", Money.certain(Charge.NONE));
    return new Answer(members, Charge.NONE);
  }

  /** The existing load, with the paths of arguments that differ from it. */
  private static Answer existing(Created created, List<String> notApplied) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>();
    if (Boolean.TRUE.equals(created.answer().members().get("created"))) {
      changed.put("created", false);
      changed.put("alreadyCharged", true);
    }
    if (!notApplied.isEmpty()) {
      changed.put("notApplied", notApplied);
      changed.put(
          "note",
          "The load of this customerRef existed before and is unchanged. Use another customerRef"
              + " only for another order.");
    }
    return created.answer().again(changed);
  }
}
