package io.freightsdk.examples.crash;

import io.freightsdk.examples.crash.Scene.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.logging.LogManager;

/**
 * A cap of 150 USD, and what goes wrong around it: what the service took over the cap, how many
 * orders were paid for twice, and by how much what callers were told differs from what was taken.
 */
public final class CrashTest {
  private CrashTest() {}

  /** Prints the table; ends with 1 when the SDK has let anything through. */
  public static void main(String[] arguments) throws Exception {
    // What a client warns of here is in the table.
    LogManager.getLogManager().reset();
    boolean passed = true;
    System.out.println(
        """
        A cap of 150 USD, loads of 15 USD. 0: nothing over the cap, nothing paid twice, nothing told
        wrongly. Else: USD over the cap; orders paid twice; USD told wrongly.
        """);
    System.out.println(head());
    System.out.println("|---|" + "---:|".repeat(Kind.values().length));
    for (Event event : Event.values()) {
      Map<Kind, Verdict> verdicts = new EnumMap<>(Kind.class);
      for (Kind kind : Kind.values()) {
        Verdict verdict = event.tryWith(kind);
        verdicts.put(kind, verdict);
        passed &= kind != Kind.FREIGHT_SDK || verdict.isClean();
      }
      System.out.println(row(event, verdicts));
    }
    System.out.println(
        passed
            ? "\nWith its books in a database the SDK let nothing through."
            : "\nThe SDK has let something through.");
    System.exit(passed ? 0 : 1);
  }

  static String head() {
    StringBuilder head = new StringBuilder("| what happens |");
    for (Kind kind : Kind.values()) head.append(' ').append(kind.title()).append(" |");
    return head.toString();
  }

  private static String row(Event event, Map<Kind, Verdict> verdicts) {
    StringBuilder row = new StringBuilder("| " + event.title() + " |");
    for (Verdict verdict : verdicts.values()) {
      String cell = verdict.over() + "; " + verdict.twice() + "; " + verdict.untold();
      row.append(' ').append(verdict.isClean() ? "0" : cell).append(" |");
    }
    return row.toString();
  }
}
