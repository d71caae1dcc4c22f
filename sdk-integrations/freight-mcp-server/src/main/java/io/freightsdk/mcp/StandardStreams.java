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
import org.jspecify.annotations.Nullable;

/**
 * MCP on standard input and output: one message in each line. A line that is not a message, or is
 * too long, gets an error answer and a log line, and the next line is read.
 */
final class StandardStreams implements Wire {
  static final int MAX_LINE_BYTES = 1024 * 1024;

  private final InputStream in;
  private final OutputStream out;
  private final Log log;
  private long lines;

  StandardStreams(InputStream in, OutputStream out, Log log) {
    this.in = new BufferedInputStream(in);
    this.out = out;
    this.log = log;
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
      synchronized (out) {
        out.write(line);
        out.flush();
      }
    } catch (IOException e) {
      // The host has gone; then the input ends too.
    }
  }
}
