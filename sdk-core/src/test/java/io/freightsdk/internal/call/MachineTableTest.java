package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testsupport.Size;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on calls shows what the machine does: every cell of its table is met, and no other. */
class MachineTableTest {
  private static final int CALLS = Size.of(5_000, 20_000);
  private static final Path PAGE = Path.of("../docs/how-a-call-works.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Operation[] OPERATIONS = {
    Operation.CREATE_LOAD,
    Operation.GET_LOAD_POSITION,
    Operation.CONFIRM_DELIVERY,
    Operation.GET_BALANCE
  };

  private final Random random = new Random(20261122);
  private final Set<String> seen = new TreeSet<>();

  @Test
  void theTableOnThePageIsTheMachines() throws Exception {
    for (int call = 0; call < CALLS; call++) play();
    assertThat(seen).containsExactlyElementsOf(tableOfThePage());
  }

  @Test
  void whatCarriesOutEachDecisionIsOnThePage() throws Exception {
    String page = Files.readString(PAGE);
    assertThat(Next.class.getPermittedSubclasses())
        .allSatisfy(next -> assertThat(page).contains("`" + next.getSimpleName() + "`"));
  }

  private static Set<String> tableOfThePage() throws IOException {
    Set<String> cells = new TreeSet<>();
    Set<String> decisions = new TreeSet<>();
    for (Class<?> next : Next.class.getPermittedSubclasses()) decisions.add(next.getSimpleName());
    for (String line : Files.readAllLines(PAGE)) {
      String[] columns = line.split("\\|", -1);
      if (columns.length != 5) continue;
      boolean isRow = columns[2].trim().matches("`[a-z]\\w*`");
      if (!isRow) continue;
      Matcher next = CODE.matcher(columns[3]);
      String name = columns[2].replace("`", "").trim();
      while (next.find()) {
        if (decisions.contains(next.group(1))) cells.add(name + " -> " + next.group(1));
      }
    }
    return cells;
  }

  // --- a call at random ---

  private boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  @SafeVarargs
  private <T> T pick(T... any) {
    return any[random.nextInt(any.length)];
  }

  private void play() {
    Operation operation = pick(OPERATIONS);
    CallOptionsBuilder options = CallOptions.builder();
    if (percent(30)) options.maxPrice(new BigDecimal("1.00"));
    if (percent(30)) options.deadline(Machines.DEADLINE);
    RetryPolicy policy = RetryPolicy.builder().retryUnknownReads(percent(50)).build();
    long now = 0;
    CallMachine<?> machine = Machines.machine(operation, options.build(), policy, percent(50), now);
    Next<?> next = met("start", machine.start(now));
    for (int steps = 0; steps < 60; steps++) {
      if (next instanceof Next.Succeed || next instanceof Next.Fail) return;
      now += Duration.ofMillis(percent(5) ? 60_000 : 100).toNanos();
      next = step(machine, operation, next, now);
    }
  }

  private Next<?> met(String told, Next<?> next) {
    seen.add(told + " -> " + next.getClass().getSimpleName());
    return next;
  }

  private Next<?> step(CallMachine<?> machine, Operation operation, Next<?> next, long now) {
    if (percent(2)) return met("threw", machine.threw("foreign code", new Exception("thrown")));
    if (percent(2)) return met("ended", machine.ended(new Call.End("cancelled"), true));
    if (next instanceof Next.AskPrice) return priced(machine, now);
    if (next instanceof Next.Reserve) return met("decided", machine.decided(decision(), now));
    if (next instanceof Next.Pause) return met("waited", machine.waited(now));
    if (next instanceof Next.AwaitTopUp) {
      return met("toppedUp", machine.toppedUp(percent(70), now));
    }
    if (percent(5)) return met("timeUp", machine.timeUp());
    if (machine.mayRenew() && percent(5)) return met("renew", machine.renew());

    machine.sending(now);
    if (percent(5)) return met("ended", machine.ended(new Call.End("cancelled"), false));
    Event came =
        pick(
            Machines.success(operation),
            Machines.billingUnavailable(),
            Machines.insufficientFunds(Machines.CREATE),
            Machines.lost(),
            Machines.neverSent(),
            Machines.answered(403, "{\"error\":\"no\"}"),
            Machines.answered(200, "{\"what\":"),
            Event.came(WireFailure.timedOut(percent(50))));
    return met("arrived", came.told().apply(machine, now));
  }

  private Next<?> priced(CallMachine<?> machine, long now) {
    String usd = pick("0.65", "0.65", "0.70", "5.00", "0", null);
    BigDecimal price = usd == null ? null : new BigDecimal(usd);
    return met("priced", machine.priced(Machines.price(price), null, now));
  }

  private SpendGuard.Decision decision() {
    return percent(85)
        ? Machines.reservation(null)
        : pick(
            SpendGuard.KeyRefused.TOO_OLD,
            SpendGuard.KeyRefused.OTHER_BODY,
            SpendGuard.KeyRefused.OTHER_LOAD,
            Machines.limitReached(null));
  }
}
