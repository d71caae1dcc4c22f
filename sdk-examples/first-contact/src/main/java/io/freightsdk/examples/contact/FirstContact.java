package io.freightsdk.examples.contact;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.contact.Finding.Verdict;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import okhttp3.HttpUrl;

/**
 * Compares the service at an address with the description of the API, on the first day with a key.
 * It writes {@code first-contact.md} into the current folder.
 */
public final class FirstContact {
  private static final int COULD_NOT_RUN = 2;
  private static final String DEMO_PHONE = "+13125550142";
  private static final String HELP =
      """
      usage: java -jar freight-first-contact.jar [--demo] [--spend USD] [--load NUMBER]
      Compares the service at FREIGHT_BASE_URL with the description of the API, with your key in
      FREIGHT_AGENT_KEY. With --spend 2.00 it also asks what may cost, and text messages go to your
      own phone, FREIGHT_DRIVER_PHONE. docs/first-contact.md says more.
      It ends with 0 if all was seen and is kept, 1 if something is broken, 2 if it could not run,
      3 if a row that was asked for was not seen.""";

  private final Map<String, String> environment;
  private final PrintStream out;
  private final Scanner in;
  private final Path folder;
  private final Time waits;
  private BigDecimal spend = BigDecimal.ZERO;
  private String load = "";

  FirstContact(
      Map<String, String> environment, PrintStream out, InputStream in, Path folder, Time waits) {
    this.environment = environment;
    this.out = out;
    this.in = new Scanner(in, StandardCharsets.UTF_8);
    this.folder = folder;
    this.waits = waits;
  }

  public static void main(String[] arguments) {
    Path folder = Path.of("").toAbsolutePath();
    FirstContact contact =
        new FirstContact(System.getenv(), System.out, System.in, folder, new Time(false));
    System.exit(contact.run(List.of(arguments)));
  }

  int run(List<String> arguments) {
    boolean isDemo = false;
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      switch (rest.next()) {
        case "--spend" -> {
          String usd = rest.hasNext() ? rest.next() : "";
          boolean isSum = usd.matches("[0-9]{1,4}([.][0-9]{1,2})?");
          if (!isSum) return cannotRun("--spend takes USD such as 2.00.");
          spend = new BigDecimal(usd);
        }
        case "--load" -> load = rest.hasNext() ? rest.next() : "-";
        case "--demo" -> isDemo = true;
        // The word is not repeated: it may be a key that was written in the wrong place.
        default -> {
          return cannotRun(HELP);
        }
      }
    }
    boolean isLoad = load.isEmpty() || (spend.signum() > 0 && load.matches("[^-.].*"));
    if (!isLoad) return cannotRun("--load takes a number, and its read is paid: --spend 0.02.");
    return isDemo ? demo() : atTheService();
  }

  private int cannotRun(String why) {
    out.println(why);
    return COULD_NOT_RUN;
  }

  /** Nothing leaves the machine, and no wait is waited for. */
  private int demo() {
    if (spend.signum() == 0) spend = new BigDecimal("2.00");
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      out.println("A server of this program answers: nothing leaves this machine.");
      String key = server.createBroker("25.00").agentKey();
      return ask(HttpUrl.get(server.baseUrl()), key, DEMO_PHONE, new Time(true));
    }
  }

  private int atTheService() {
    String key = variable("FREIGHT_AGENT_KEY");
    String phone = variable("FREIGHT_DRIVER_PHONE");
    HttpUrl url = HttpUrl.parse(variable("FREIGHT_BASE_URL"));
    if (url == null || !isSafe(url)) {
      return cannotRun(
          "Set FREIGHT_BASE_URL to the address of the service: https://, unless it is this machine,"
              + " without user and query; --demo needs none.");
    }
    if (!key.matches("[!-~]+")) {
      return cannotRun("Set FREIGHT_AGENT_KEY to your agent key, without blanks.");
    }
    out.println("Ask the operator of the service whether tests are allowed before you go on.");
    if (!createsLoads()) return ask(url, key, phone, waits);
    if (!phone.matches("\\+[1-9][0-9]{7,14}")) {
      return cannotRun("Set FREIGHT_DRIVER_PHONE to your own phone, such as +15135550100.");
    }
    out.println(
        "It may take "
            + PriceList.cents(spend)
            + "; a service that keeps the description takes two loads and two reads, 134 cents at"
            + " 65 and 2. Loads cannot be cancelled, and text messages go to the phone that ends in "
            + phone.substring(phone.length() - 4)
            + ". Is it your own? Type yes:");
    boolean isYes = in.hasNextLine() && in.nextLine().strip().equalsIgnoreCase("yes");
    return isYes ? ask(url, key, phone, waits) : cannotRun("Nothing was asked.");
  }

  private String variable(String name) {
    return environment.getOrDefault(name, "").strip();
  }

  private static boolean isSafe(HttpUrl url) {
    boolean isLoopback = url.host().matches("localhost|::1|127(\\.[0-9]{1,3}){3}");
    boolean isBare = url.username().isEmpty() && url.query() == null && url.fragment() == null;
    return isBare && (url.isHttps() || isLoopback);
  }

  /** Whether somebody gets text messages. */
  private boolean createsLoads() {
    return spend.signum() > 0 && load.isEmpty();
  }

  private int ask(HttpUrl url, String key, String phone, Time time) {
    byte[] random = new byte[12];
    new SecureRandom().nextBytes(random);
    RunContext facts = new RunContext(phone, HexFormat.of().formatHex(random), load);
    Report report = new Report(out, folder, spend, key, phone);
    CheckRunner run = new CheckRunner(new Transport(url, key, time), time, facts, spend, report);
    String unreachable = run.unreachable();
    if (unreachable != null) return cannotRun(unreachable);
    boolean canWrite = report.write(BigDecimal.ZERO);
    if (!canWrite) return cannotRun("first-contact.md cannot be written in this folder.");
    try {
      run.ask(Checks.FREE);
      if (spend.signum() > 0) run.beginPaid();
      if (createsLoads()) {
        run.ask(Checks.PAID);
        if (facts.hasLoad()) runClient(url, key, run, facts);
      }
      if (!load.isEmpty()) run.ask(Checks.ROAD);
      run.ask(Checks.LAST);
    } finally {
      report.end();
    }
    if (report.count(Verdict.BROKEN) > 0) return 1;
    return report.count(Verdict.NOT_SEEN) > 0 ? 3 : 0;
  }

  private static void runClient(HttpUrl url, String key, CheckRunner run, RunContext facts) {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient client =
            FreightClient.builder()
                .baseUrl(url.toString())
                .agentKey(key)
                .retryPolicy(RetryPolicy.none())
                .spendGuard(ledger.guard())
                .build()) {
      new ClientChecks(run, facts).run(client, ledger);
    }
  }
}
