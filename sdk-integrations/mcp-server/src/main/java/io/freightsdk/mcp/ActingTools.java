package io.freightsdk.mcp;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.spend.SpendLedger;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools that can be called. They need the books, whose database may not be reachable when the
 * program starts: then a call fails with that reason, and the next call tries to open the books
 * again. Safe for concurrent use.
 */
final class ActingTools {
  // Longer than the timeout of a database driver.
  private static final long SECONDS_TO_OPEN = 60;

  /**
   * Tools over open books.
   *
   * @param client the client of the tools, which is closed with them
   * @param books of that client: a ledger, which is closed after it
   */
  record Opened(List<AgentTool> tools, FreightClient client, SpendLedger books) {}

  /** The books are not open, so nothing may be spent. */
  static final class Unavailable extends Exception {
    private static final long serialVersionUID = 1;

    Unavailable() {
      super("the books are not open", null, false, false);
    }
  }

  private final Supplier<Opened> opener;
  private final Consumer<Opened> whenOpen;
  private final ExecutorService threads;
  private final Log log;

  /** Guarded by this. */
  private @Nullable CompletableFuture<Opened> opening;

  /** Empty after a call that worked. */
  private volatile String complaint = "";

  /**
   * @param whenOpen called once when the books are open
   */
  ActingTools(
      Supplier<Opened> opener, Consumer<Opened> whenOpen, ExecutorService threads, Log log) {
    this.opener = opener;
    this.whenOpen = whenOpen;
    this.threads = threads;
    this.log = log;
  }

  /** Opens the books in the background, unless they are open or being opened. */
  void open() {
    CompletableFuture<Opened> unused = opening();
  }

  private synchronized CompletableFuture<Opened> opening() {
    CompletableFuture<Opened> last = opening;
    if (last != null && !last.isCompletedExceptionally()) return last;

    CompletableFuture<Opened> next = new CompletableFuture<>();
    opening = next;
    threads.execute(() -> open(next));
    return next;
  }

  private void open(CompletableFuture<Opened> next) {
    try {
      Opened opened = opener.get();
      next.complete(opened);
      whenOpen.accept(opened);
    } catch (Throwable e) {
      log.say(
          e instanceof Options.Mistake mistake
              ? String.valueOf(mistake.getMessage())
              : "the books cannot be opened ("
                  + e.getClass().getName()
                  + "); check --books; the next tool call tries again");
      next.completeExceptionally(e);
    }
  }

  /** Waits until the books are open and returns the tools. */
  List<AgentTool> await() throws Unavailable, InterruptedException {
    try {
      return opening().get(SECONDS_TO_OPEN, TimeUnit.SECONDS).tools();
    } catch (ExecutionException | TimeoutException e) {
      throw new Unavailable();
    }
  }

  /** The tools, or null while the books are not open. */
  @Nullable List<AgentTool> now() {
    Opened opened = opened();
    return opened == null ? null : opened.tools();
  }

  private synchronized @Nullable Opened opened() {
    CompletableFuture<Opened> last = opening;
    if (last == null || !last.isDone() || last.isCompletedExceptionally()) return null;
    return last.join();
  }

  /** Says why the books stop paid calls, once until a call works again. */
  void ended(ToolResult result) {
    if (!result.isError()) complaint = "";
    boolean stopped =
        result.error() != null && result.error().code().equals(ToolCalls.BOOKS_UNAVAILABLE);
    Opened opened = stopped ? opened() : null;
    String why = opened == null ? null : Books.whyStopped(opened.books());
    if (why == null || why.equals(complaint)) return;
    complaint = why;
    log.say("paid calls are stopped: " + why);
  }

  /** Closes what was opened. Called when nothing is opened any more. */
  void close() {
    Opened opened = opened();
    if (opened == null) return;
    opened.client().close();
    opened.books().close();
  }
}
