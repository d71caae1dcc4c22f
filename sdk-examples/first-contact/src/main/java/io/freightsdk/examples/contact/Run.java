package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Asks questions, one a second, and owns the money: a question that may cost is asked only while
 * what was taken plus the most that it may take stays within the limit, and after it the balance
 * decides. The first surprise ends the paid part.
 *
 * <p>The price list is read right before each of them. No request can name the most that it may
 * cost, so a price that rises after that is taken, by one question: its debit ends the paid part.
 */
final class Run {
  private static final Duration PACE = Duration.ofSeconds(1);
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(2);

  /**
   * As fine as our client's ledger counts. A service that counts in binary fractions shows 24.35 as
   * 24.349999999999998, which is no other sum.
   */
  private static final int BALANCE_DECIMALS = 9;

  /** So many lost answers in a row are a service that is silent. */
  private static final int MOST_LOST = 3;

  /** A price list that cannot be read so often in a row cannot be read. */
  private static final int MOST_TRIES = 5;

  private static final String NOT_FREE =
      "not asked: the price list has a price for it, and the description has none";

  private final Wire wire;
  private final Waits waits;
  private final Facts facts;
  private final Account account;
  private final Report report;
  private final List<Row> rows = new ArrayList<>();
  private @Nullable Instant lastSent;
  private @Nullable String ended;

  /**
   * One line of the table.
   *
   * @param seen in our words; empty if there is nothing to add
   */
  record Row(Question question, Verdict verdict, String seen) {}

  /**
   * @param limit the most that may be taken; zero if nothing
   * @param report is told each row as soon as it is there
   */
  Run(Wire wire, Waits waits, Facts facts, BigDecimal limit, Report report) {
    this.wire = wire;
    this.waits = waits;
    this.facts = facts;
    this.report = report;
    this.account = new Account(this::balance, waits, limit);
  }

  List<Row> rows() {
    return rows;
  }

  Account account() {
    return account;
  }

  /** Why the paid part ended before its end; null if it did not. */
  @Nullable String ended() {
    return ended;
  }

  /** Why nothing can be asked at this address with this key; null if it can. */
  @Nullable String unreachable() {
    pace();
    Answer answer = wire.send(Ask.Send.get(Operation.GET_BALANCE));
    if (!answer.wasSent()) return "The service cannot be reached: " + answer.lost() + ".";
    if (answer.status() == 401) return "The service refuses the key in FREIGHT_AGENT_KEY (401).";
    account.starts(usd(answer));
    return null;
  }

  /** Asks what cannot cost anything, whatever the answer is. */
  void askFree(List<Question> questions) {
    for (Question question : questions) {
      Ask ask = question.ask().apply(facts);
      if (ask == null) {
        notSeen(question, "it needs an answer that was not seen");
        continue;
      }
      if (ask instanceof Ask.Send && isSilent()) {
        notSeen(question, "not asked: so many questions in a row had no answer");
        continue;
      }
      if (isPriced(ask)) {
        notSeen(question, NOT_FREE);
        continue;
      }
      Finding finding = judged(question, send(ask, BigDecimal.ZERO));
      add(question, finding);
    }
  }

  /** Whether the service wants money for what the description gives away. */
  private boolean isPriced(Ask ask) {
    return ask instanceof Ask.Send send && facts.notFree.contains(send.operation());
  }

  /** Watches the balance, which comes before the first question that may cost. */
  void beginPaid() {
    String no = account.watchBefore();
    if (no != null) end(no);
  }

  /** Asks what may cost, as far as the limit and the balance allow. */
  void askPaid(List<Question> questions) {
    questions.forEach(this::askPaid);
  }

  private void askPaid(Question question) {
    String no = mayNotAsk(question.most());
    Ask ask = no == null ? question.ask().apply(facts) : null;
    if (no == null && ask == null) no = "it needs an answer that was not seen";
    if (ask != null && isPriced(ask)) no = NOT_FREE;
    if (no == null && question.most() != Question.Most.NOTHING) no = standsStill();
    if (no == null && !(ask instanceof Ask.Nothing)) no = samePrices();
    if (ask == null || no != null) {
      notSeen(question, String.valueOf(no));
      return;
    }
    BigDecimal most = facts.usd(question.most());
    if (most == null) throw new IllegalStateException("a price that is not known was allowed");
    asked(most);
    List<Answer> answers = send(ask, most);
    BigDecimal told = costOf(answers);
    Finding finding = judged(question, answers);
    if (question.most() != Question.Most.NOTHING) {
      boolean isLost = answers.stream().anyMatch(answer -> answer.lost() != null);
      Operation operation = answers.get(0).operation();
      if (isLost && told.signum() == 0) settleLost(finding, operation, most);
      else settle(finding, operation, most, told);
    }
    if (finding.isSold()) end("a load was sold where none may be: " + question.sentence());
    add(question, finding);
  }

  /** Says why a question may not be asked now; null if it may. */
  private @Nullable String mayNotAsk(Question.Most question) {
    if (ended != null) return "not asked: " + ended;
    BigDecimal most = facts.usd(question);
    if (most == null) return "not asked: the price list has no price for it";
    return mayNotTake(most);
  }

  /** Says why this much may not be taken now; null if it may. */
  @Nullable String mayNotTake(BigDecimal most) {
    if (ended != null) return "not asked: " + ended;
    if (most.signum() == 0 || most.compareTo(account.left()) <= 0) return null;
    return "not asked: it may take "
        + cents(most)
        + ", and "
        + cents(account.left().max(BigDecimal.ZERO))
        + " are left of what may be spent";
  }

  /** Says why the balance cannot be used now; null if it stands where it stood. */
  @Nullable String standsStill() {
    String no = account.isStill();
    if (no != null) end(no);
    return no;
  }

  /**
   * Reads the price list once more, right before it is paid: says why it is another one, or null.
   */
  @Nullable String samePrices() {
    String changed = facts.prices.changed(readList(), facts.secrets);
    if (changed == null) return null;
    end(changed);
    return "not asked: " + changed;
  }

  private Answer readList() {
    Answer answer = readFree(Operation.GET_PRICING);
    for (int tries = 1; tries < MOST_TRIES && answer.status() != 200 && !isSilent(); tries++) {
      answer = readFree(Operation.GET_PRICING);
    }
    return answer;
  }

  /** Counts a call of the client as its price, at its turn; returns the price. */
  BigDecimal countCall(Operation operation) {
    BigDecimal price = Objects.requireNonNull(facts.price(operation));
    pace();
    asked(price);
    return price;
  }

  /** Who stops the program while an answer is out finds in the file what that may take. */
  private void asked(BigDecimal most) {
    account.asked(most);
    report.write(this);
  }

  /** Compares what the balance did with what the answers say. */
  void settle(Finding finding, Operation operation, BigDecimal most, BigDecimal expected) {
    Account.Movement moved = account.settle(most, expected);
    BigDecimal extra = moved.fell().subtract(expected);
    if (moved.why() == null && extra.signum() == 0) {
      tellDebit(finding, moved, expected);
      return;
    }
    String why = whyOtherwise(moved);
    BigDecimal price = facts.price(operation);
    boolean isOnceMore = price != null && price.signum() > 0 && extra.compareTo(price) == 0;
    if (why == null && isOnceMore) why = account.watchAfter();
    if (why == null && isOnceMore) {
      finding.broken(
          "the balance fell by "
              + cents(moved.fell())
              + " and stayed there, "
              + cents(expected)
              + " by what was answered");
      end("the balance fell by more than was answered");
      return;
    }
    if (why == null) {
      why =
          "the balance changed by "
              + cents(moved.fell().negate())
              + ", which is not the price; another program may use this account";
    }
    finding.notSeen("what it cost: " + why);
    end(why);
  }

  /** After a lost answer the balance alone says whether the question was paid. */
  private void settleLost(Finding finding, Operation operation, BigDecimal most) {
    BigDecimal price = Objects.requireNonNull(facts.price(operation));
    boolean isPaceKnown = facts.debitTook != null;
    Account.Movement moved = account.settle(most, isPaceKnown ? BigDecimal.ZERO : price);
    if (moved.why() == null && moved.fell().signum() == 0) {
      finding.remark("nothing was taken");
    } else if (moved.why() == null && moved.fell().compareTo(price) == 0) {
      tellDebit(finding, moved, price);
    } else {
      String why = whyOtherwise(moved);
      if (why == null) why = "the balance changed by another sum";
      finding.notSeen("what it cost: " + why);
      end(why);
    }
  }

  /**
   * What explains a movement that was not expected; null if nothing does. A price may have changed
   * in the second between the list and the question, and then nobody took too much.
   */
  private @Nullable String whyOtherwise(Account.Movement moved) {
    if (isSilent()) return moved.why();
    Answer list = readList();
    String changed = list.status() == 200 ? facts.prices.changed(list, facts.secrets) : null;
    if (changed == null) return moved.why();
    String fell = moved.fell().signum() > 0 ? cents(moved.fell()) + " were taken: " : "";
    return fell + changed;
  }

  private void tellDebit(Finding finding, Account.Movement moved, BigDecimal expected) {
    if (expected.signum() == 0 || moved.firstAfter() == null) return;
    if (facts.debitTook == null) facts.debitTook = moved.firstAfter();
    finding.remark(
        cents(expected) + " taken, shown after " + moved.firstAfter().toSeconds() + " s");
  }

  private void end(String why) {
    if (ended != null) return;
    ended = "the paid part ended, because " + why;
    report.loud(ended);
  }

  /** What answers say that they cost: each load that is new, and each read. */
  private BigDecimal costOf(List<Answer> answers) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Answer answer : answers) {
      BigDecimal price = facts.price(answer.operation());
      boolean isCreation = answer.operation() == Operation.CREATE_LOAD;
      boolean isRead = answer.operation() == Operation.GET_LOAD_POSITION;
      Facts.Load load = isCreation && answer.status() / 100 == 2 ? facts.load(answer) : null;
      boolean isSold = isCreation && answer.status() == 201 && facts.isNew(load);
      if (price != null && (isSold || (isRead && answer.status() == 200))) sum = sum.add(price);
    }
    return sum;
  }

  private Finding judged(Question question, List<Answer> answers) {
    facts.answers = wire.answers();
    Finding finding = new Finding(question, answers, facts.secrets);
    try {
      question.judge().accept(finding, facts);
    } catch (RuntimeException unexpected) {
      // An answer that no judge foresaw must not cost the rows that come after it.
      finding.notSeen("it could not be judged (" + unexpected.getClass().getSimpleName() + ")");
    }
    return finding;
  }

  /** Adds a row to the table. */
  void add(Question question, Finding finding) {
    Row row = new Row(question, finding.verdict(), finding.seen());
    rows.add(row);
    report.row(this, row, finding);
  }

  /** Adds a row about which nothing can be said. */
  void notSeen(Question question, String why) {
    add(question, new Finding(question, List.of(), facts.secrets).notSeen(why));
  }

  private List<Answer> send(Ask ask, BigDecimal most) {
    if (ask instanceof Ask.Send send) return List.of(sendWaitingOnce(send, most));
    if (ask instanceof Ask.AtOnce both) return sendTwo(both.send());
    return List.of();
  }

  /** A 429 says that nothing was done: it is waited for once. */
  private Answer sendWaitingOnce(Ask.Send send, BigDecimal most) {
    pace();
    Answer answer = wire.send(send);
    if (answer.status() != 429) return answer;
    Duration wait = RetryAfter.of(answer, waits.now());
    boolean mayCost = most.signum() > 0;
    boolean mayWait = wait.compareTo(LONGEST_RETRY_AFTER) <= 0;
    if (!mayWait || (mayCost && mayNotTake(most) != null)) return answer;
    asked(most);
    waitFor(wait);
    boolean isAsked = !mayCost || samePrices() == null;
    if (isAsked) {
      pace();
      answer = wire.send(send);
    }
    account.asked(most.negate());
    return answer;
  }

  /** A wait that the service asks for, which the terminal tells. */
  private void waitFor(Duration time) {
    report.waits(time);
    waits.sleep(time);
  }

  private List<Answer> sendTwo(Ask.Send send) {
    pace();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      CompletableFuture<Answer> one = CompletableFuture.supplyAsync(() -> wire.send(send), threads);
      CompletableFuture<Answer> two = CompletableFuture.supplyAsync(() -> wire.send(send), threads);
      return List.of(one.join(), two.join());
    } finally {
      threads.shutdown();
    }
  }

  /** Waits until a second has passed since the last question. */
  void pace() {
    Instant now = waits.now();
    Instant next = lastSent == null ? now : lastSent.plus(PACE);
    if (next.isAfter(now)) waits.sleep(Duration.between(now, next));
    lastSent = waits.now();
  }

  /** Whether the service has stopped to answer, so that each question would wait in vain. */
  private boolean isSilent() {
    List<Answer> answers = wire.answers();
    int from = answers.size() - MOST_LOST;
    return from >= 0
        && answers.subList(from, answers.size()).stream().allMatch(one -> one.lost() != null);
  }

  private @Nullable BigDecimal balance() {
    if (isSilent()) return null;
    return usd(readFree(Operation.GET_BALANCE));
  }

  private static @Nullable BigDecimal usd(Answer balance) {
    BigDecimal usd = Facts.balance(balance);
    return usd == null ? null : usd.setScale(BALANCE_DECIMALS, RoundingMode.HALF_EVEN);
  }

  /** Reads once what is free; after a 429 it waits before anything else is asked. */
  private Answer readFree(Operation operation) {
    pace();
    Answer answer = wire.send(Ask.Send.get(operation));
    if (answer.status() == 429) {
      Duration wait = RetryAfter.of(answer, waits.now());
      waitFor(wait.compareTo(LONGEST_RETRY_AFTER) < 0 ? wait : LONGEST_RETRY_AFTER);
    }
    return answer;
  }

  /**
   * Such as {@code 65 cents}. At most six digits, so that no price or balance of a service spells a
   * phone number in the file.
   */
  static String cents(BigDecimal usd) {
    BigDecimal cents = usd.movePointRight(2).round(new MathContext(6, RoundingMode.HALF_EVEN));
    return cents.stripTrailingZeros().toPlainString() + " cents";
  }
}
