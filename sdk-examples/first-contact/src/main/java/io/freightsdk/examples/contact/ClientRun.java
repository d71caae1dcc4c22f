package io.freightsdk.examples.contact;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The closing run: whether the words of our client are true at this service. What the client says
 * that a call cost is compared with the balance.
 */
final class ClientRun {
  private static final Question SAME_REFERENCE =
      row(
          "Our client finds the load of a known reference: deduplicated, charge NONE",
          Question.Most.CREATION);
  private static final Question READ =
      row(
          "Our client reads a position: charge CHARGED, at the price of the list",
          Question.Most.READ);
  private static final Question COMPARISON =
      row(
          "The client's ledger explains what the service took: compare says 0.00",
          Question.Most.NOTHING);

  static final List<Question> QUESTIONS = List.of(SAME_REFERENCE, READ, COMPARISON);

  private final Run run;
  private final Facts facts;
  private final Function<SpendLedger, FreightClient> clients;

  /** What the last call cost that failed, by its exception. */
  private Charge charge = Charge.NONE;

  /**
   * @param clients makes a client that reserves in a ledger and repeats nothing
   */
  ClientRun(Run run, Facts facts, Function<SpendLedger, FreightClient> clients) {
    this.run = run;
    this.facts = facts;
    this.clients = clients;
  }

  private static Question row(String sentence, Question.Most most) {
    return new Question(
        sentence, "4", false, most, List.of(), facts -> new Ask.Nothing(), (finding, facts) -> {});
  }

  /**
   * Whether our client refuses a load number. A closed client sends nothing, and checks what it is
   * given before it says that it is closed.
   */
  static boolean refuses(String loadNumber) {
    FreightClient closed =
        FreightClient.builder().baseUrl("http://localhost").agentKey("fak_none").build();
    closed.close();
    try {
      closed.getLoadPosition(loadNumber);
      return false;
    } catch (IllegalArgumentException refused) {
      return true;
    } catch (RuntimeException isClosed) {
      return false;
    }
  }

  void run() {
    String no = mayNotRun();
    if (no != null) {
      notSeenFrom(0, no);
      return;
    }
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient client = clients.apply(ledger)) {
      run(client, ledger, Objects.requireNonNull(facts.first));
    }
  }

  private @Nullable String mayNotRun() {
    BigDecimal creation = facts.price(Operation.CREATE_LOAD);
    BigDecimal read = facts.price(Operation.GET_LOAD_POSITION);
    if (facts.first == null || creation == null || read == null) {
      return "it needs an answer that was not seen";
    }
    String no = run.mayNotTake(creation.add(read));
    return no == null ? run.standsStill() : no;
  }

  private void run(FreightClient client, SpendLedger ledger, Facts.Load first) {
    Finding before = finding(SAME_REFERENCE);
    if (asked(before, () -> ledger.compare(client)) == null) {
      run.add(SAME_REFERENCE, before);
      notSeenFrom(1, "a call of our client failed");
      return;
    }
    if (!sameReference(client, first)) {
      notSeenFrom(1, whyNotNext());
      return;
    }
    if (!read(client, first)) {
      notSeenFrom(2, whyNotNext());
      return;
    }
    compare(client, ledger);
  }

  private String whyNotNext() {
    return run.ended() == null
        ? "the call before it was not as described"
        : "not asked: " + run.ended();
  }

  private void notSeenFrom(int row, String why) {
    QUESTIONS.subList(row, QUESTIONS.size()).forEach(one -> run.notSeen(one, why));
  }

  private Finding finding(Question question) {
    return new Finding(question, List.of(), facts.secrets);
  }

  private boolean sameReference(FreightClient client, Facts.Load first) {
    Finding finding = finding(SAME_REFERENCE);
    if (isOtherPrice(SAME_REFERENCE, finding)) return false;
    BigDecimal price = run.countCall(Operation.CREATE_LOAD);
    CreateLoadOutcome outcome =
        asked(finding, () -> client.createLoad(firstOrder(), atMost(price)));
    if (outcome != null) {
      if (!outcome.deduplicated()) finding.broken("it was not deduplicated");
      if (!outcome.loadId().equals(first.loadId())) finding.broken("it names another load");
      if (!outcome.charge().equals(Charge.NONE)) says(finding, outcome.charge());
    }
    Charge said = outcome == null ? charge : outcome.charge();
    run.settle(finding, Operation.CREATE_LOAD, price, amount(said, price));
    run.add(SAME_REFERENCE, finding);
    return outcome != null && run.ended() == null;
  }

  private boolean read(FreightClient client, Facts.Load first) {
    Finding finding = finding(READ);
    if (isOtherPrice(READ, finding)) return false;
    BigDecimal price = run.countCall(Operation.GET_LOAD_POSITION);
    FreightResponse<LoadPosition> read =
        asked(
            finding,
            () -> client.withResponse().getLoadPosition(first.loadNumber(), atMost(price)));
    if (read != null && !read.charge().equals(Charge.charged(price))) {
      says(finding, read.charge());
    }
    Charge said = read == null ? charge : read.charge();
    run.settle(finding, Operation.GET_LOAD_POSITION, price, amount(said, price));
    run.add(READ, finding);
    return read != null && run.ended() == null;
  }

  /** Whether the price list has changed; then the row says so. */
  private boolean isOtherPrice(Question question, Finding finding) {
    String no = run.samePrices();
    if (no != null) run.add(question, finding.notSeen(no));
    return no != null;
  }

  private void compare(FreightClient client, SpendLedger ledger) {
    Finding finding = finding(COMPARISON);
    BalanceComparison compared = asked(finding, () -> ledger.compare(client));
    if (compared != null && !compared.agrees()) {
      String moves = run.standsStill();
      if (moves == null) {
        finding.broken("the difference is " + Run.cents(compared.unexplainedUsd()));
      } else {
        finding.notSeen(moves);
      }
    }
    run.add(COMPARISON, finding);
  }

  /** The client goes by a list that it read itself: it must not pay more than was counted. */
  private static CallOptions atMost(BigDecimal price) {
    return CallOptions.builder().maxPrice(price).build();
  }

  private static void says(Finding finding, Charge charge) {
    finding.broken("the client says " + charge.kind());
  }

  /** What the balance should show; the price if the client does not know whether it was taken. */
  private static BigDecimal amount(Charge said, BigDecimal price) {
    BigDecimal amount = said.amountUsd();
    return amount == null ? price : amount;
  }

  private CreateLoadInput firstOrder() {
    try {
      return FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(facts.orders.first()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The result of a call of the client; null if it failed, and then the finding says how. */
  private <T> @Nullable T asked(Finding finding, Supplier<T> call) {
    charge = Charge.NONE;
    try {
      return call.get();
    } catch (FreightException e) {
      charge = e.charge();
      boolean isPassing =
          e instanceof FreightConnectionException
              || e instanceof FreightTimeoutException
              || e instanceof PriceLimitExceededException
              || e instanceof PriceUnavailableException
              || e instanceof RateLimitedException
              || e instanceof BillingUnavailableException;
      String failed = "our client failed with " + e.getClass().getSimpleName();
      if (isPassing) finding.notSeen(failed);
      else finding.broken(failed);
    } catch (RuntimeException e) {
      finding.notSeen("it failed with " + e.getClass().getSimpleName());
    }
    return null;
  }
}
