package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that are compiled into the rules of money, and found by random commands. */
class PlantedFaultsTest {
  private static final String RULES = "sdk-core/src/main/java/io/freightsdk/internal/spend/";
  private static final long WORLDS = 20_000;

  static PlantedFault fault(String name, String file, String right, String wrong) {
    return new PlantedFault(name, RULES + file + ".java", right, wrong);
  }

  static List<PlantedFault> faults() {
    return List.of(
        fault(
            "what is spent is rounded down",
            "NanoUsd",
            "RoundingMode.CEILING",
            "RoundingMode.FLOOR"),
        fault("a cap is rounded up", "NanoUsd", "RoundingMode.FLOOR", "RoundingMode.CEILING"),
        fault(
            "a limit without a window",
            "Window",
            "CALENDAR_DAY -> new Window(0, limit.zone())",
            "CALENDAR_DAY -> null"),
        fault(
            "a window frees a slot early",
            "Window",
            "Math.floorDiv(nowMicros - spanMicros, width())",
            "Math.floorDiv(nowMicros - spanMicros, width()) + 1"),
        fault(
            "a clock a year ahead for one call",
            "Guard",
            "if (!differs) return null;",
            "if (bookStep == bookStep) return null;"),
        fault(
            "a rise misses a hold on its way",
            "Repricing",
            "      hold(operation, was, is);\n",
            ""),
        fault(
            "a rise misses what was charged",
            "Repricing",
            "entries.addAll(enter(",
            "if (token.isEmpty()) entries.addAll(enter("),
        fault(
            "a price that another process read is not used",
            "Rules",
            "return read == null ? price : Math.max(price, read);",
            "return price;"),
        fault(
            "a release on another call's word",
            "Rules",
            "money.holds.remove(hold.token());",
            "money.holds.clear();"),
        fault(
            "a free repeat of a lost key",
            "Rules",
            "isReplay = known != null && known.isBought();",
            "isReplay = known != null && known.isSpent();"),
        fault(
            "a repeat counts at its old time",
            "Rules",
            "money.at = now;",
            "if (money.at == 0) money.at = now;"),
        fault(
            "a key lives from its last use",
            "Rules",
            "Math.max(now - money.born, accounts.wall(now) - money.bornWall)",
            "now - money.at"),
        fault(
            "another load under a charged key is a replay",
            "Rules",
            "load != null && money.load != null && !money.load.equals(load)",
            "false"),
        fault(
            "another key's answer is believed",
            "Rules",
            "    if (load == null) return false;\n",
            "    if (book != null) return false;\n"),
        fault(
            "a balance is believed while calls run",
            "Reconciling",
            "accounts.scope(SpendScope.CLIENT).running > 0",
            "false"),
        fault(
            "a key of before the opening leaves it",
            "Rules",
            "open.entry().id() <= head.openedAfter) head.opening = null;",
            "open.entry().id() < 0) head.opening = null;"),
        fault(
            "a price that rises is read, and the books are not told",
            "BookPrices",
            "if (list != null) {",
            "if (list != null && list.prices().isEmpty()) {"),
        fault(
            "what was charged before the price fell is sure",
            "Repricing",
            "    if (charged) sum[0] += Math.min(0, price - line.leastNano());\n",
            ""),
        fault(
            "a lost repeat at a lower price forgets the higher",
            "Rules",
            "known == null ? price : Math.max(price, known.amount)",
            "price"),
        fault(
            "money of the same key that has left the window is taken out of it",
            "Accounts",
            "own.isSpent() && !left ? own.amount : 0",
            "own.isSpent() ? own.amount : 0"),
        fault(
            "a new window misses what was spent before",
            "Accounts",
            "    if (scope.spent > 0) fill(scope, ring);\n",
            ""),
        fault(
            "a purge drops keys of today",
            "Keeping",
            "book.now() - Rules.TOLD_TWICE",
            "book.now()"),
        fault(
            "a purge of a scope lets those inside it begin again",
            "Keeping",
            "if (inside || ",
            "if ("),
        fault(
            "a purge drops sums of what is unknown",
            "Keeping",
            "scope.total(null).totals(true).unknown() > 0",
            "false"),
        fault(
            "a late word leaves the call dead",
            "Sleepers",
            "    money.dead.remove(hold.token());\n",
            ""),
        fault(
            "reconcile() does not read the price",
            "BookLedger",
            "books.read(prices());",
            "false;"));
  }

  /** The cheap half: a fault that is not in the source any more would be found by nobody. */
  @Test
  void everyFaultCanStillBePlanted() throws IOException {
    for (PlantedFault fault : faults()) fault.changed();
  }

  @Test
  void noWorldBreaksAPromiseOfTheRulesAsTheyAre() {
    assertThat(MoneyPlay.play(1, 1_000)).isNull();
  }

  @Thorough("compiles each fault and plays many worlds")
  @ParameterizedTest
  @MethodSource("faults")
  void aPlantedFaultIsFound(PlantedFault fault, @TempDir Path folder) throws Exception {
    fault.compileTo(folder);
    Class<?> play = PlantedFault.loader(folder).loadClass(MoneyPlay.class.getName());
    Method method = play.getDeclaredMethod("play", long.class, long.class);
    method.setAccessible(true);
    Object found = method.invoke(null, 1L, WORLDS);
    assertThat(found).as(fault.name()).isNotNull();
    System.out.println(fault + ": " + found);
  }
}
