package io.freightsdk.examples.contact;

import static io.freightsdk.examples.contact.PriceList.cents;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Asks each question once, one a second, and owns the money: a question that may cost is asked only
 * while what was taken plus the most that it may take stays within the limit, and after it the
 * balance decides. The first surprise ends the paid part.
 *
 * <p>A creation counts as its price, also a wrong one, and so does every read: a service may be
 * more lenient than ours. The price list is read right before each of them. No request can name the
 * most that it may cost, so a price that rises after that is taken, by one question.
 */
final class CheckRunner {
  private static final Duration PACE = Duration.ofSeconds(1);
  private static final Duration WITHOUT_RETRY_AFTER = Duration.ofSeconds(30);
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(2);
  private static final Duration LATE_DEBIT = Duration.ofSeconds(5);

  /** So many lost answers in a row are a service that is silent. */
  private static final int MOST_LOST = 3;

  /** What is free and cannot be read so often in a row cannot be read. */
  private static final int MOST_TRIES = 5;

  private final Transport wire;
  private final Time waits;
  private final RunContext facts;
  private final Budget account;
  private final Report report;
  private @Nullable Instant lastSent;
  private @Nullable String ended;

  /**
   * @param limit the most that may be taken; zero if nothing
   */
  CheckRunner(Transport wire, Time waits, RunContext facts, BigDecimal limit, Report report) {
    this.wire = wire;
    this.waits = waits;
    this.facts = facts;
    this.report = report;
    this.account = new Budget(() -> read(Operation.GET_BALANCE).balance(), waits, limit);
  }

  /** Why the paid part ended before its end; null if it did not. */
  @Nullable String ended() {
    return ended;
  }

  /** Why nothing can be asked at this address with this key; null if it can. */
  @Nullable String unreachable() {
    ApiResponse answer = send(ApiCall.get(Operation.GET_BALANCE));
    if (!answer.wasSent()) return "The service cannot be reached: " + answer.lost() + ".";
    if (answer.status() == 401) return "The service refuses the key in FREIGHT_AGENT_KEY (401).";
    account.starts(answer.balance());
    return null;
  }

  /** Time until nobody else seems to use the account; else the paid part ends here. */
  void beginPaid() {
    String moves = account.movesInQuiet();
    if (moves != null) end(moves);
  }

  void ask(List<Check> questions) {
    questions.forEach(this::ask);
  }

  private void ask(Check question) {
    if (question.request() == null) {
      Finding finding = new Finding(question.isChoice());
      question.judge().judge(finding, MissingNode.getInstance(), facts);
      add(question.sentence(), finding);
      return;
    }
    ApiCall send;
    try {
      send = question.request().apply(facts);
    } catch (NoSuchElementException unseen) {
      notSeen(question, "it needs an answer that was not seen");
      return;
    }
    if (isSilent()) {
      notSeen(question, "not asked: so many questions in a row had no answer");
    } else if (facts.prices.notFree().contains(send.operation())) {
      notSeen(
          question, "not asked: the price list has a price for what the description gives away");
    } else if (PriceList.isPaid(send.operation())) {
      pay(
          question,
          send.operation(),
          send.times(),
          (finding, effect) -> cost(question, send, finding, effect));
    } else {
      Finding finding = new Finding(question.isChoice());
      ApiResponse answer = send(send);
      boolean isList = send.operation() == Operation.GET_PRICING && answer.isSuccess();
      if (isList && facts.prices.equals(PriceList.NONE)) facts.prices = PriceList.of(answer);
      judge(question, send, finding, answer);
      add(question.sentence(), finding);
    }
  }

  private void judge(Check question, ApiCall send, Finding finding, ApiResponse answer) {
    JsonNode body = finding.body(answer, send.status());
    if (body == null) return;
    try {
      question.judge().judge(finding, body, facts);
    } catch (RuntimeException unexpected) {
      // An answer that no judge foresaw must not cost the rows that come after it.
      finding.notSeen("it could not be judged (" + unexpected.getClass().getSimpleName() + ")");
    }
  }

  /**
   * Makes a call that may cost, if it may be made, and compares what it says with the balance.
   *
   * @param call sends it, judges it into the first finding, its load and money into the second, and
   *     says what it costs by its answer; null if that is lost
   */
  void pay(
      Check question,
      Operation operation,
      int times,
      BiFunction<Finding, Finding, @Nullable BigDecimal> call) {
    BigDecimal price = facts.prices.usd().get(operation);
    BigDecimal most = price == null ? null : price.multiply(BigDecimal.valueOf(times));
    String no = mayNotPay(most);
    if (price == null || most == null || no != null) {
      notSeen(question, String.valueOf(no));
      return;
    }
    account.asked(most);
    // Who stops the program while an answer is out finds in the file what that may take.
    report.write(account.taken());
    Finding finding = new Finding(question.isChoice());
    Finding effect = question.effect() == null ? finding : new Finding(false);
    settle(effect, price, most, call.apply(finding, effect));
    add(question.sentence(), finding);
    if (question.effect() != null) add(question.effect(), effect);
  }

  /** Says why this much may not be taken now; null if it may. */
  private @Nullable String mayNotPay(@Nullable BigDecimal most) {
    if (ended != null) return "not asked: " + ended;
    if (most == null) return "not asked: the price list has no price for it";
    BigDecimal left = account.left().max(BigDecimal.ZERO);
    if (most.compareTo(left) > 0) {
      String may = "not asked: it may take " + cents(most) + ", and " + cents(left);
      return may + " are left of what may be spent";
    }
    String no = account.moved();
    boolean isOtherList = !PriceList.of(read(Operation.GET_PRICING)).equals(facts.prices);
    if (no == null && isOtherList) no = "the price list is not what it was at the beginning";
    if (no == null) return null;
    end(no);
    return "not asked: " + ended;
  }

  private @Nullable BigDecimal cost(Check question, ApiCall send, Finding finding, Finding effect) {
    List<ApiResponse> answers = sendAll(send);
    BigDecimal price = facts.prices.usd().getOrDefault(send.operation(), BigDecimal.ZERO);
    boolean isRead = send.operation() == Operation.GET_LOAD_POSITION;
    int reads = 0;
    int newLoads = 0;
    for (ApiResponse answer : answers) {
      judge(question, send, finding, answer);
      if (!answer.isSuccess()) continue;
      if (isRead) reads++;
      else if (isNewLoad(send, answer, effect, newLoads)) newLoads++;
    }
    if (answers.stream().anyMatch(answer -> answer.lost() != null)) return null;
    boolean isRefused = answers.stream().noneMatch(ApiResponse::isSuccess);
    if (isRefused && effect != finding) effect.notSeen("no answer is a success");
    boolean isSold = send.status() >= 400 && reads > 0;
    if (isSold || newLoads > (send.mayMakeALoad() ? 1 : 0)) {
      effect.sold(send.mayMakeALoad() ? "they are two loads" : "it was sold");
      end("something was sold where nothing may be: " + question.sentence());
    }
    return price.multiply(BigDecimal.valueOf(reads + newLoads));
  }

  private boolean isNewLoad(ApiCall send, ApiResponse answer, Finding effect, int others) {
    RunContext.Load load = RunContext.load(answer);
    boolean isOther = load != null && send.load() != null && !load.equals(send.load());
    if (isOther) effect.sold("it names another load");
    if (load != null) return facts.isNew(load, send.idempotencyKey());
    effect.broken("an answer names no load");
    // It is taken for what it should be.
    return send.mayMakeALoad() && others == 0;
  }

  /** Compares what the balance did with what was told. */
  private void settle(
      Finding effect, BigDecimal price, BigDecimal most, @Nullable BigDecimal told) {
    boolean isFirst = account.delay() == null;
    BigDecimal right = told != null ? told : isFirst ? price : BigDecimal.ZERO;
    BigDecimal fell = account.fell(most, right);
    if (fell == null) {
      effect.notSeen("what it cost: the balance cannot be read");
      end("the balance cannot be read");
      return;
    }
    String what = cents(fell) + " were taken";
    if (isFirst && account.delay() != null) what += sayDelay(account.delay());
    if (told == null && (fell.signum() == 0 || fell.compareTo(price) == 0)) {
      effect.notSeen(what);
    } else if (told != null && fell.compareTo(told) == 0) {
      if (fell.signum() > 0) effect.remark(what);
    } else {
      what += ", where answer and price list say " + cents(right);
      String other = fell.signum() == 0 ? "a debit may come later" : account.movesInQuiet();
      if (other == null)
        effect.broken(what + ", and nobody else moved the balance before or after");
      else effect.notSeen(what + ": " + other);
      end(other == null ? what : other);
    }
  }

  private String sayDelay(Duration delay) {
    if (delay.compareTo(LATE_DEBIT) < 0) return "";
    long minutes = delay.multipliedBy(Checks.PAID.size() + 2L).toMinutes();
    String after = ", which the balance shows after " + delay.toSeconds() + " s";
    report.say("A debit was taken" + after + ". Waiting for each takes " + minutes + " minutes.");
    return after;
  }

  private void end(String why) {
    if (ended != null) return;
    ended = "the paid part ended, because " + why;
    report.ended(ended);
  }

  void add(String sentence, Finding finding) {
    report.write(account.taken());
    report.row(new Report.Row(sentence, finding.verdict(), finding.seen()), finding.excerpt());
  }

  /** Adds the rows of a question about which nothing can be said. */
  void notSeen(Check question, String why) {
    add(question.sentence(), new Finding(false).notSeen(why));
    if (question.effect() != null) add(question.effect(), new Finding(false).notSeen(why));
  }

  private ApiResponse send(ApiCall send) {
    return sendAll(send).get(0);
  }

  private List<ApiResponse> sendAll(ApiCall send) {
    pace();
    List<ApiResponse> answers =
        Collections.nCopies(send.times(), send).parallelStream().map(wire::send).toList();
    facts.answers.addAll(answers);
    if (answers.get(0).status() == 429) {
      Duration said = answers.get(0).retryAfter();
      Duration wait = said == null ? WITHOUT_RETRY_AFTER : said;
      if (wait.compareTo(LONGEST_RETRY_AFTER) > 0) wait = LONGEST_RETRY_AFTER;
      report.say("429: waiting " + wait.toSeconds() + " s before anything else is asked");
      waits.sleep(wait);
    }
    return answers;
  }

  /** Time until a second has passed since the last question. */
  private void pace() {
    Instant now = waits.now();
    Instant next = lastSent == null ? now : lastSent.plus(PACE);
    if (next.isAfter(now)) waits.sleep(Duration.between(now, next));
    lastSent = waits.now();
  }

  /** Whether the service has stopped to answer, so that each question would wait in vain. */
  private boolean isSilent() {
    int from = facts.answers.size() - MOST_LOST;
    List<ApiResponse> last = facts.answers.subList(Math.max(0, from), facts.answers.size());
    return from >= 0 && last.stream().allMatch(answer -> answer.lost() != null);
  }

  /** Reads what is free and no question. */
  private ApiResponse read(Operation operation) {
    ApiResponse answer = send(ApiCall.get(operation));
    for (int tries = 1; tries < MOST_TRIES && answer.status() != 200 && !isSilent(); tries++) {
      answer = send(ApiCall.get(operation));
    }
    return answer;
  }
}
