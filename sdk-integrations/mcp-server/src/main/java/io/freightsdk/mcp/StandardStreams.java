package io.freightsdk.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * MCP on standard input and output: one message in each line. A line that is not a message, or is
 * too long, gets an error answer and a log line, and the next line is read. A thread of its own
 * writes, so a host that does not read holds up neither a call nor the end.
 */
final class StandardStreams implements Wire {
  static final int MAX_LINE_BYTES = 1024 * 1024;
  private static final int MOST_WAITING = 1000;
  private static final long SECONDS_FOR_ROOM = 10;
  private static final long SECONDS_TO_END = 2;
  private static final byte[] END = {};

  private final InputStream in;
  private final OutputStream out;
  private final Log log;
  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final CountDownLatch written = new CountDownLatch(1);
  private long lines;

  /** The host does not read, so that nothing waits for room. */
  private volatile boolean deaf;

  private volatile boolean ending;

  /**
   * @param threads makes the thread that writes
   */
  StandardStreams(InputStream in, OutputStream out, ThreadFactory threads, Log log) {
    this.in = new BufferedInputStream(in);
    this.out = out;
    this.log = log;
    threads.newThread(this::write).start();
  }

  /** Serves until the input ends, so that no process outlives its host. */
  void serve(Session session) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    while (true) {
      int next = read();
      boolean over = next < 0;
      if (!over && next != '\n') {
        tooLong = tooLong || line.size() >= MAX_LINE_BYTES;
        if (!tooLong) line.write(next);
        continue;
      }
      if (tooLong) {
        refuse("longer than " + MAX_LINE_BYTES + " bytes");
      } else if (line.size() > 0 || !over) {
        take(line.toByteArray(), session);
      }
      lines++;
      line.reset();
      tooLong = false;
      if (over) return;
    }
  }

  private int read() {
    try {
      return in.read();
    } catch (IOException e) {
      return -1;
    }
  }

  private void take(byte[] bytes, Session session) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      String message = text.startsWith("\ufeff") ? text.substring(1) : text;
      if (message.isBlank()) {
        log.say("line " + (lines + 1) + " is empty, ignored");
        return;
      }
      session.receive(Json.read(message), this);
    } catch (CharacterCodingException e) {
      refuse("not UTF-8");
    } catch (Json.Malformed e) {
      refuse(String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      refuse("could not be handled: " + e.getClass().getName());
    }
  }

  private void refuse(String why) {
    log.say("line " + (lines + 1) + " is not a message: " + why);
    send(Messages.error(null, Messages.PARSE_ERROR, "not a message: " + why));
  }

  @Override
  public void send(Map<String, ? extends @Nullable Object> message) {
    byte[] line = (Json.write(message) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      long patience = ending || deaf ? 0 : SECONDS_FOR_ROOM;
      boolean taken = waiting.offer(line, patience, TimeUnit.SECONDS);
      if (!taken && !deaf) log.say("the host does not read; messages to it are dropped");
      deaf = !taken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    try {
      while (true) {
        byte[] line = waiting.take();
        if (line == END) break;
        out.write(line);
        if (waiting.isEmpty()) out.flush();
      }
      out.flush();
    } catch (IOException e) {
      // The host has gone; then the input ends too.
      deaf = true;
      waiting.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    written.countDown();
  }

  /** From now on nothing waits for the host. */
  void ending() {
    ending = true;
  }

  /** Waits a moment until the host has read what was sent. */
  void end() throws InterruptedException {
    if (waiting.offer(END)) {
      boolean unused = written.await(SECONDS_TO_END, TimeUnit.SECONDS);
    }
  }
}
