package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.ExploredWorld.Bound;
import io.freightsdk.internal.spend.Explorer.Found;
import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules keep their promises in every state of small worlds. */
class ExplorerTest {
  /** The smaller first. Each says how many callers, calls, prices, readings, times and balances. */
  private static final List<int[]> WORLDS_OF_FAULTS =
      List.of(
          new int[] {1, 1, 1, 1, 1, 1},
          new int[] {2, 1, 0, 0, 1, 0},
          new int[] {1, 2, 0, 0, 1, 0},
          new int[] {3, 1, 0, 0, 0, 0});

  private static final Set<String> ALSO_HERE =
      Set.of(
          "a release on another call's word",
          "a repeat counts at its old time",
          "a rise misses a hold on its way",
          "a rise misses what was charged");

  static Stream<PlantedFault> faults() {
    return Stream.concat(
        PlantedFaultsTest.faults().stream().filter(fault -> ALSO_HERE.contains(fault.name())),
        Stream.of(
            PlantedFaultsTest.fault(
                "a dead call is taken for free",
                "Sleepers",
                "if (!money.isBought()) presume(money, token, end);",
                ""),
            PlantedFaultsTest.fault(
                "a late word forgets that the price rose",
                "Sleepers",
                "      money.repriced = true;\n",
                ""),
            PlantedFaultsTest.fault(
                "a key is used at any age", "Rules", "age(known) >= KEY_LIFE", "age(known) < 0"),
            PlantedFaultsTest.fault(
                "a key is forgotten when its calls end",
                "Rules",
                "money.holds.isEmpty() : money.isOver();",
                "money.holds.isEmpty() : money.holds.isEmpty();"),
            PlantedFaultsTest.fault(
                "a replay is booked as a charge",
                "Rules",
                "return enter(money, hold, attempt, Kind.NONE, false);\n    }",
                "return enter(money, hold, attempt, word, false);\n    }"),
            PlantedFaultsTest.fault(
                "held money is no part of a window",
                "Accounts",
                "scope.held + (ring == null",
                "(ring == null")));
  }

  @Test
  void twoCallersWhileTimePasses() {
    assertThat(Explorer.explore(new Bound(2, 1, 0, 0, 1, 0)).broken()).isNull();
  }

  @Test
  void everyFaultCanStillBePlanted() throws IOException {
    assertThat(faults()).hasSize(10);
    for (PlantedFault fault : faults().toList()) fault.changed();
  }

  @Thorough("hundreds of thousands of states")
  @Test
  void threeCallersAndThreePrices() throws IOException {
    long states = 0;
    for (Bound bound : Explorer.FULL) {
      Found found = Explorer.explore(bound);
      System.out.printf("%s: %,d states, %,d steps%n", bound, found.states(), found.steps());
      assertThat(found.broken()).isNull();
      states += found.states();
    }
    assertThat(Files.readString(Path.of("../CONTRIBUTING.md")))
        .contains(String.format(Locale.ROOT, "%,d states", states));
  }

  @Thorough("compiles each fault")
  @ParameterizedTest
  @MethodSource("faults")
  void aPlantedFaultIsFound(PlantedFault fault, @TempDir Path folder) throws Exception {
    fault.compileTo(folder);
    Class<?> explorer = PlantedFault.loader(folder).loadClass(Explorer.class.getName());
    Method firstBroken = explorer.getDeclaredMethod("firstBroken", int[].class);
    firstBroken.setAccessible(true);
    Object found = null;
    for (int[] world : WORLDS_OF_FAULTS) {
      if (found == null) found = firstBroken.invoke(null, (Object) world);
    }
    assertThat(found).as(fault.name()).isNotNull();
    System.out.println(fault + ":\n" + found);
  }
}
