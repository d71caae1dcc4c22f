package io.freightsdk.internal.agent.tools;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.ReferenceCheck;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.agent.approval.KeyedLocks;
import io.freightsdk.internal.agent.approval.PaidCalls;
import io.freightsdk.internal.agent.approval.Question;
import io.freightsdk.internal.agent.approval.RecentCreations;
import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.MoneyFormat;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.ToolErrors;
import io.freightsdk.internal.agent.results.ToolOutput;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Creates the load of an order. If the ledger has its load in the same account, the tool returns it
 * and sends nothing. The reference is sent in one spelling, so that the service recognizes it.
 * Creations of one reference in one account wait for each other.
 */
final class CreateLoadTool implements ToolHandler {
  private static final String ORDER_IS_BUSY =
      "Not sent: another call for this customerRef has not ended. Its question to the user may"
          + " still be open, perhaps in another window.";

  private static final String NO_DRIVER_YET = "Positions come once the driver has opened the link.";

  private static final String UNCHANGED =
      "The load of this customerRef existed before and is unchanged. Different details in this call"
          + " were not applied.";

  /** For a repeat after a lost response: the service may return the load of the first call. */
  private static final String MAY_BE_EARLIER =
      " If an earlier call for this customerRef had other details, the load may have those.";

  private static final String NOT_SENT = " The ledger knew the load, so nothing was sent.";
  private static final String NEW_REFERENCE =
      " No call changes a load: tell the user. Use another customerRef only for another order.";

  private static final Pattern STATE = Pattern.compile("[A-Za-z]{2}");
  private static final Pattern ZIP = Pattern.compile("[0-9]{5}(-[0-9]{4})?");

  private final ToolSettings settings;
  private final FreightClient client;
  private final PaidCalls paid;
  private final KeyedLocks orders;
  private final RecentCreations recentCreations;

  /**
   * @param orders locks by account and reference
   */
  CreateLoadTool(
      ToolSettings settings, PaidCalls paid, KeyedLocks orders, RecentCreations recentCreations) {
    this.settings = settings;
    this.client = settings.client();
    this.paid = paid;
    this.orders = orders;
    this.recentCreations = recentCreations;
  }

  @Override
  public ToolOutput handle(ToolCall call) {
    Map<String, Object> arguments = new LinkedHashMap<>(call.arguments());
    String customerRef = ReferenceNormalizer.normalize(call.text("customerRef"));
    arguments.put("customerRef", customerRef);
    CreateLoadInput input = input(arguments);
    String account = CurrentAccount.of(client);
    String order = account + " " + customerRef;
    KeyedLocks.Hold hold = orders.acquire(order, call, ORDER_IS_BUSY);
    try {
      return create(call, account, input, arguments);
    } finally {
      hold.release();
    }
  }

  @Override
  public @Nullable String problem(String path, Object value) {
    if (value instanceof List<?> stops && stops.isEmpty()) {
      return path + ": expected at least one stop; ask the user for it";
    }
    if (!(value instanceof String text)) return null;
    if (path.equals("customerRef")) return ReferenceNormalizer.problem(text);
    // The service would refuse these, too, but after an approval.
    if (path.endsWith(".date") && FreightJson.parseInstant(text) == null) {
      return path
          + ": expected date, time and UTC offset of the stop, such as 2026-11-20T09:00:00-05:00; leave"
          + " it out if the user gave no time";
    }
    if (path.endsWith(".state") && !STATE.matcher(text).matches()) {
      return path + ": expected two letters, such as KY";
    }
    if (path.endsWith(".zip") && !ZIP.matcher(text).matches()) {
      return path + ": expected five digits, such as 40701, or nine such as 40701-1234";
    }
    if (path.equals("driverPhone") && !isPhone(text)) {
      return path + ": expected a complete phone number, such as +13125550142; ask the user for it";
    }
    return null;
  }

  private static boolean isPhone(String text) {
    int digits = text.replaceAll("[^0-9]", "").length();
    return digits >= (text.startsWith("+") ? 8 : 10);
  }

  private ToolOutput create(
      ToolCall call, String account, CreateLoadInput input, Map<String, Object> arguments) {
    call.requireNotCancelled();
    requireAccepted(Objects.requireNonNull(input.customerRef()), call.context().scope());
    PaidCreation creation = new PaidCreation(call, account, input, arguments);
    try {
      ToolOutput known = creation.findFreeResult();
      if (known != null) return known;
      // A repeat after a lost response may come after the appointment.
      if (creation.usedKey() == null) {
        AppointmentCheck.requirePossible(input, settings.clock().instant());
      }
      return paid.pay(creation);
    } finally {
      creation.recent.end();
    }
  }

  /** Reads strictly: optional members must be valid, too. */
  private static CreateLoadInput input(Map<String, Object> arguments) {
    try {
      return Objects.requireNonNull(
          FreightJson.adapter(CreateLoadInput.class).fromJsonValue(arguments));
    } catch (JsonDataException e) {
      // The messages of these adapters contain no values.
      throw ArgumentReader.invalid(List.of(String.valueOf(e.getMessage())));
    }
  }

  /** The creation of an order. No other creation of the order is in progress in this process. */
  private final class PaidCreation extends PaidCalls.PaidCall {
    private final String account;
    private final CreateLoadInput input;
    private final Map<String, Object> arguments;
    private final RecentCreations.Creation recent;
    private PaidCalls.@Nullable UsedKey key;

    PaidCreation(
        ToolCall call, String account, CreateLoadInput input, Map<String, Object> arguments) {
      super(call, Operation.CREATE_LOAD);
      this.account = account;
      this.input = input;
      this.arguments = arguments;
      this.recent = recentCreations.start(account, input, settings.clock().instant());
    }

    @Override
    public @Nullable ToolOutput findFreeResult() {
      String customerRef = Objects.requireNonNull(input.customerRef());
      LedgerOrder order =
          LedgerOrder.find(
              settings.ledger(),
              SpendFilter.all()
                  .accountId(account)
                  .operation(Operation.CREATE_LOAD)
                  .customerRef(customerRef));
      String pending = order.pendingKey(settings.clock().instant());
      key = pending == null ? null : new PaidCalls.UsedKey(account, pending);
      return order.load() == null ? null : CreateLoadTool.existingLoad(order.load());
    }

    @Override
    public PaidCalls.@Nullable UsedKey usedKey() {
      return key;
    }

    /** A repeat under its key is the same order, so it is no duplicate. */
    @Override
    public boolean isLikelyDuplicate() {
      return similarOrder() != null;
    }

    private RecentCreations.@Nullable SimilarOrder similarOrder() {
      return key == null ? recent.similarOrder() : null;
    }

    @Override
    public Question question() {
      return Question.createLoad(input, arguments, similarOrder(), key != null);
    }

    /** Also keeps a creation that may have created a load, for the check of similar orders. */
    @Override
    public ToolOutput send(CallOptions options) {
      CreateLoadOutcome outcome;
      try {
        outcome = client.createLoad(input, options);
      } catch (FreightException e) {
        boolean mayBeThere = e.charge().kind() != Charge.Kind.NONE;
        if (mayBeThere) recent.keep(null);
        throw e;
      }
      recent.keep(UntrustedText.identifier(outcome.loadNumber()));
      return output(outcome, key != null);
    }
  }

  private void requireAccepted(String customerRef, @Nullable String scope) {
    ReferenceCheck check = settings.referenceCheck();
    if (check == null) return;

    ReferenceCheck.@Nullable Verdict verdict =
        HookGuard.<ReferenceCheck.@Nullable Verdict>run(
            "create_load: the ReferenceCheck",
            () -> check.check(customerRef, scope),
            () -> {
              throw ToolErrorException.of("REFERENCE_UNCHECKED", Retry.AFTER_DELAY)
                  .because(
                      "The application could not compare customerRef with its orders, so nothing"
                          + " was sent.",
                      ToolErrors.IN_A_MINUTE);
            });
    if (verdict != null && verdict.accepted()) return;
    String meant = verdict == null ? null : UntrustedText.line(verdict.suggestion());
    throw ToolErrorException.of("REFERENCE_UNKNOWN", Retry.CHANGED_ARGUMENTS)
        .because(
            "Not sent: the application has no order with this customerRef.",
            meant == null
                ? "Ask the user for the order's own reference."
                : "Ask the user whether \"" + meant.replace('"', '\'') + "\" is meant.");
  }

  /** The result for a load that the ledger has. */
  private static ToolOutput existingLoad(SpendEntry load) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", UntrustedText.identifier(load.loadNumber()));
    members.put("created", false);
    if (load.outcome() == Charge.Kind.CHARGED) members.put("alreadyCharged", true);
    LedgerOrder.addTime(load, members);
    members.put("trackingLink", UntrustedText.link(load.trackingLink()));
    members.put("note", UNCHANGED + NOT_SENT + NEW_REFERENCE);
    members.put("chargedUsd", MoneyFormat.charged(Charge.NONE));
    return ToolOutput.free(members);
  }

  private static ToolOutput output(CreateLoadOutcome outcome, boolean isRepeat) {
    String loadNumber = UntrustedText.identifier(outcome.loadNumber());
    DriverResolution driver = outcome.driverResolution();
    String resolution = driver == null ? null : UntrustedText.word(driver.value());
    boolean isPaidBefore = !outcome.deduplicated() && outcome.charge().kind() == Charge.Kind.NONE;
    boolean isNew = !outcome.deduplicated() && !isPaidBefore;
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("created", isNew);
    if (isPaidBefore) members.put("alreadyCharged", true);
    members.put("trackingLink", UntrustedText.link(outcome.trackingLink()));
    members.put("driverResolution", resolution);
    if (loadNumber == null) {
      members.put(
          "note",
          "The load was created, but the service returned no valid load number. Do not create it"
              + " again. Tell the user.");
    } else {
      members.put("note", isNew ? newLoadNote(resolution, isRepeat) : UNCHANGED + NEW_REFERENCE);
    }
    members.put("chargedUsd", MoneyFormat.charged(outcome.charge()));
    return new ToolOutput(members, outcome.charge());
  }

  private static @Nullable String newLoadNote(@Nullable String resolution, boolean isRepeat) {
    String note = "none".equals(resolution) ? NO_DRIVER_YET : null;
    if (!isRepeat) return note;
    return ((note == null ? "" : note) + MAY_BE_EARLIER).strip();
  }
}
