package io.freightsdk.interleavings;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.freightsdk.testsupport.PlantedFault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** Checks one model, in a process of its own: as it is shipped, or with a planted fault. */
public final class Interleavings {
  static final int NOTHING_FOUND = 0;
  static final int FOUND = 10;

  /** What threads do, drawn at random, and in how many orders. */
  static final int SCENARIOS = Integer.getInteger("interleavings.scenarios", 4);

  static final int ORDERS = Integer.getInteger("interleavings", 100);

  /** A planted fault is found long before. */
  private static final int MOST_SCENARIOS = 100;

  /** Models that were made, one for each order. */
  private static final AtomicLong MADE = new AtomicLong();

  /**
   * Values and arithmetic, which threads do not share while they compute: a change of threads there
   * would only be one more that shows nothing.
   */
  private static final List<String> PURE =
      List.of(
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.String",
          "java.math.",
          "java.security.",
          "java.time.",
          "io.freightsdk.model.",
          "io.freightsdk.Charge");

  private static final String CORE = "sdk-core/src/main/java/io/freightsdk/internal/";
  private static final String LIMITER = CORE + "transport/Limiter.java";
  private static final String READS = CORE + "reads/SharedReads.java";

  static final Map<Class<?>, List<PlantedFault>> FAULTS =
      Map.of(
          LimiterModel.class,
          List.of(
              new PlantedFault(
                  "a place is taken without the lock",
                  LIMITER,
                  "private synchronized Ticket enter(",
                  "private Ticket enter("),
              new PlantedFault(
                  "who leaves admits nobody",
                  LIMITER,
                  "if (admitting || waiting() == 0) return;",
                  "if (admitting || waiting() < 2) return;")),
          SharedReadModel.class,
          List.of(
              new PlantedFault(
                  "who comes joins without the lock",
                  READS,
                  "synchronized (lock) {\n        if (!waits) return;",
                  "{\n        if (!waits) return;"),
              new PlantedFault(
                  "a read takes callers in after it has ended",
                  READS,
                  "running.remove(loadNumber, this);\n        List<Asker> left = List.copyOf(askers);",
                  "List<Asker> left = List.copyOf(askers);")));

  private Interleavings() {}

  /** A model begins, for one more order. */
  public static void begin() {
    MADE.incrementAndGet();
  }

  private static boolean isPure(String type) {
    return type.equals(Interleavings.class.getName()) || PURE.stream().anyMatch(type::startsWith);
  }

  /** A change of threads is tried before each of their methods, and not within. */
  private static boolean isCollection(String type) {
    return type.startsWith("java.util.")
        && !type.startsWith("java.util.concurrent.")
        && !type.startsWith("java.util.function.");
  }

  /** The name of a model, and a word more if a fault is planted that it must find. */
  public static void main(String[] arguments) throws Exception {
    Class<?> model = Class.forName(arguments[0]);
    boolean planted = arguments.length > 1;
    try {
      new ModelCheckingOptions()
          .iterations(planted ? MOST_SCENARIOS : SCENARIOS)
          .invocationsPerIteration(ORDERS)
          .threads(2)
          .actorsPerThread(2)
          .actorsBefore(1)
          .actorsAfter(0)
          .minimizeFailedScenario(!planted)
          .addGuarantee(forClasses(Interleavings::isPure).allMethods().ignore())
          .addGuarantee(forClasses(Interleavings::isCollection).allMethods().treatAsAtomic())
          .check(model);
    } catch (LincheckAssertionError found) {
      System.out.println(found.getMessage());
      System.exit(FOUND);
    }
    System.out.println(MADE);
    System.exit(NOTHING_FOUND);
  }
}
