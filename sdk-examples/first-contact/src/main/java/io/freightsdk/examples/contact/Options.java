package io.freightsdk.examples.contact;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;

/**
 * What was asked for on the command line. Key and phone are not among it: arguments are seen by
 * every user of a machine.
 *
 * @param spendUsd the most that may be taken; zero if nothing may
 * @param load the load that is read; empty without one
 * @param demo against a server in this process
 * @param yes the phone is confirmed
 */
record Options(BigDecimal spendUsd, String load, boolean demo, boolean yes, boolean help) {
  static final String HELP =
      """
      usage: java -jar freight-first-contact.jar [--spend USD] [--load NUMBER] [--yes]
             java -jar freight-first-contact.jar --demo
      Compares the service at FREIGHT_BASE_URL with the description of the API.

        --spend USD    also asks what may cost, and takes at most this sum; 2.00 is enough for all
                       of it. The price list is read before each question: a price that rises in
                       the second between the two may pass the sum, once, and that ends it
        --load NUMBER  reads only this load, which is on the road: needs --spend 0.02
        --yes          the phone in FREIGHT_DRIVER_PHONE is yours, and you need not be asked
        --demo         against a server of its own: nothing leaves the machine
        --help         prints this

      FREIGHT_BASE_URL      the address of the service
      FREIGHT_AGENT_KEY     your agent key
      FREIGHT_DRIVER_PHONE  your own phone, which gets the text messages of --spend

      It takes some seconds, with --spend three to four minutes, and ends with
        0  all was seen and is kept         2  it could not run
        1  something is broken              3  a row that was asked for was not seen""";

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException if it cannot be understood; the message says why
   */
  static Options parse(List<String> arguments) {
    BigDecimal spend = null;
    String load = "";
    boolean demo = false;
    boolean yes = false;
    boolean help = false;
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String[] given = rest.next().split("=", 2);
      String name = given[0];
      boolean takesValue = name.equals("--spend") || name.equals("--load");
      if (!takesValue && given.length == 2) {
        throw new IllegalArgumentException(name + " takes no value");
      }
      switch (name) {
        case "--spend" -> spend = usd(value(name, given, rest));
        case "--load" -> load = loadNumber(value(name, given, rest));
        case "--demo" -> demo = true;
        case "--yes" -> yes = true;
        case "--help", "-h" -> help = true;
        // The word is not repeated: it may be a key that was written in the wrong place.
        default -> throw new IllegalArgumentException("an argument is not known");
      }
    }
    if (!load.isEmpty() && spend == null) {
      throw new IllegalArgumentException(
          "--load reads a load, which is paid for: add --spend 0.02");
    }
    if (demo && !load.isEmpty()) {
      throw new IllegalArgumentException("--demo has a server of its own, which has no such load");
    }
    if (demo && spend == null) spend = new BigDecimal("2.00");
    return new Options(spend == null ? BigDecimal.ZERO : spend, load, demo, yes, help);
  }

  boolean mayCost() {
    return spendUsd.signum() > 0;
  }

  /** Whether loads are created, and somebody gets text messages. */
  boolean creates() {
    return mayCost() && load.isEmpty();
  }

  private static String value(String name, String[] given, Iterator<String> rest) {
    String value = given.length == 2 ? given[1] : rest.hasNext() ? rest.next() : "";
    if (value.isEmpty() || value.startsWith("--")) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return value;
  }

  private static BigDecimal usd(String text) {
    if (!text.matches("[0-9]{1,4}([.][0-9]{1,2})?") || new BigDecimal(text).signum() == 0) {
      throw new IllegalArgumentException("--spend takes USD such as 2.00");
    }
    return new BigDecimal(text);
  }

  private static String loadNumber(String text) {
    if (text.equals(".") || text.equals("..") || text.length() > 128) {
      throw new IllegalArgumentException("--load takes the number of a load");
    }
    return text;
  }
}
