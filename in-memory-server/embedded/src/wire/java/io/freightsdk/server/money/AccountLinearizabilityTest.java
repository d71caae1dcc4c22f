package io.freightsdk.server.money;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.money.AccountModel.Answer;
import io.freightsdk.server.money.AccountModel.Books;
import io.freightsdk.server.money.AccountModel.Call;
import io.freightsdk.server.money.Linearization.Observed;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.LoadCreation;
import io.freightsdk.server.service.account.Ledger.Reason;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.support.BareService;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Together;
import io.freightsdk.server.view.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Whatever threads do with one account at once, each is answered as if all had come one after the
 * other. The histories are recorded at the service, without HTTP between, so that calls meet; each
 * is compared with the few lines of {@link Books} that say what an account is.
 */
class AccountLinearizabilityTest {
  private static final int HISTORIES = 400;

  /** In one of so many histories the first calls are held up until all have begun. */
  private static final int MADE_TO_MEET = 10;

  private static final int THREADS = 4;
  private static final int CALLS_PER_THREAD = 3;

  private final FreightService service = BareService.create();

  @Test
  void whateverThreadsAskAtOnceIsAnsweredAsIfAskedInTurn() {
    Random random = new Random(20_261_120);
    int overlapping = 0;
    for (int i = 0; i < HISTORIES; i++) {
      // Enough for two loads at most, often for one, so that threads race for the last cent.
      int cents = AccountModel.CREATE_CENTS + random.nextInt(AccountModel.CREATE_CENTS + 5);
      List<Observed<Call, Answer>> history = record(cents, scripts(random), i % MADE_TO_MEET == 0);
      assertThat(explained(cents, history)).as("%d cents, %s", cents, history).isTrue();
      if (overlap(history)) overlapping++;
    }
    assertThat(overlapping)
        .as("histories in which calls met")
        .isGreaterThanOrEqualTo(HISTORIES / MADE_TO_MEET);
  }

  @Test
  void aCentSpentTwiceIsNotExplained() {
    List<Observed<Call, Answer>> history =
        List.of(
            new Observed<>(1, 3, new Call.Read(), new Answer.Paid()),
            new Observed<>(2, 4, new Call.Read(), new Answer.Paid()));
    assertThat(explained(3, history)).isFalse();
    assertThat(explained(4, history)).isTrue();
  }

  @Test
  void twoLoadsForOneKeyAreNotExplained() {
    Call create = new Call.Create("k", null);
    assertThat(explained(200, List.of(at(1, 3, create, "LD-1"), at(2, 4, create, "LD-2"))))
        .isFalse();
    assertThat(explained(200, List.of(at(1, 3, create, "LD-1"), at(2, 4, create, "LD-1"))))
        .isTrue();
  }

  @Test
  void anAnswerThatIgnoresAnEarlierOneIsNotExplained() {
    Observed<Call, Answer> paid = new Observed<>(1, 2, new Call.Read(), new Answer.Paid());
    Observed<Call, Answer> stale = new Observed<>(3, 4, new Call.Balance(), new Answer.Holds(10));
    assertThat(explained(10, List.of(paid, stale))).isFalse();
    Observed<Call, Answer> meanwhile =
        new Observed<>(1, 4, new Call.Balance(), new Answer.Holds(10));
    assertThat(explained(10, List.of(paid, meanwhile))).isTrue();
  }

  private static Observed<Call, Answer> at(long called, long answered, Call call, String load) {
    return new Observed<>(called, answered, call, new Answer.Made(load, false));
  }

  private static boolean explained(int cents, List<Observed<Call, Answer>> history) {
    return Linearization.exists(new Books(cents, Map.of(), Map.of()), history, Books::after);
  }

  private static boolean overlap(List<Observed<Call, Answer>> history) {
    return history.stream().anyMatch(one -> one.answered() - one.called() > 1);
  }

  /** Keys and references are few, so that threads meet. */
  private static List<List<Call>> scripts(Random random) {
    List<List<Call>> scripts = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      List<Call> script = new ArrayList<>();
      for (int i = 0; i < CALLS_PER_THREAD; i++) script.add(call(random));
      scripts.add(script);
    }
    return scripts;
  }

  private static Call call(Random random) {
    return switch (random.nextInt(6)) {
      case 0, 1, 2 -> {
        String key = random.nextInt(3) == 0 ? null : "key-" + random.nextInt(2);
        String reference = random.nextInt(3) == 0 ? "PO-" + random.nextInt(2) : null;
        yield new Call.Create(key, reference);
      }
      case 3 -> new Call.Read();
      case 4 -> new Call.Credit(1 + random.nextInt(AccountModel.CREATE_CENTS));
      default -> new Call.Balance();
    };
  }

  private List<Observed<Call, Answer>> record(int cents, List<List<Call>> scripts, boolean meets) {
    BigDecimal balance = usd(cents + AccountModel.CREATE_CENTS);
    String brokerId = service.accounts().open(null, balance, true, null, Scope.all()).brokerId();
    Account account = requireNonNull(service.accounts().find(brokerId));
    Caller caller = new Caller(account, "req");
    String known = ((Answer.Made) create(caller, new Call.Create(null, null))).loadNumber();
    AtomicLong moments = new AtomicLong();
    CountDownLatch begun = new CountDownLatch(meets ? THREADS : 0);
    return Together.times(
            THREADS,
            thread -> {
              List<Observed<Call, Answer>> seen = new ArrayList<>();
              for (Call call : scripts.get(thread)) {
                long called = moments.incrementAndGet();
                meet(begun);
                Answer answer = answer(caller, call, known);
                seen.add(new Observed<>(called, moments.incrementAndGet(), call, answer));
              }
              return seen;
            })
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  /** On one processor calls might never meet by themselves. */
  private static void meet(CountDownLatch begun) {
    begun.countDown();
    try {
      begun.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Answer answer(Caller caller, Call call, String known) {
    try {
      if (call instanceof Call.Create create) return create(caller, create);
      if (call instanceof Call.Credit credit) {
        Reason reason = Reason.ofTest(Instant.EPOCH);
        return holds(
            service
                .accounts()
                .credit(caller.brokerId(), usd(credit.cents()), reason)
                .balanceAfterUsd());
      }
      if (call instanceof Call.Balance) return holds(caller.account().balanceUsd());
      service.positions().read(caller, Operation.GET_LOAD_POSITION, known);
      return new Answer.Paid();
    } catch (RefusedException e) {
      Refusal.InsufficientFunds refusal = (Refusal.InsufficientFunds) e.refusal();
      return new Answer.TooPoor(cents(refusal.balanceUsd()), cents(refusal.priceUsd()));
    }
  }

  private Answer create(Caller caller, Call.Create create) {
    LoadCreation.Request request =
        new LoadCreation.Request(Operation.CREATE_LOAD, order(create.reference()), create.key(), 0);
    LoadCreation.Outcome outcome = service.creation().create(caller, request).outcome();
    return new Answer.Made(outcome.load().loadNumber(), outcome.resolution() == null);
  }

  private LoadOrder order(@Nullable String reference) {
    try {
      byte[] body = Orders.body(reference).getBytes(StandardCharsets.UTF_8);
      return service.orders().read((Map<?, ?>) JsonText.parse(body));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Answer holds(BigDecimal usd) {
    return new Answer.Holds(cents(usd));
  }

  private static int cents(BigDecimal usd) {
    return usd.movePointRight(2).intValueExact();
  }

  private static BigDecimal usd(int cents) {
    return BigDecimal.valueOf(cents, 2);
  }
}
