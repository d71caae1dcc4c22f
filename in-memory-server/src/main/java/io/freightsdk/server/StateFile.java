package io.freightsdk.server;

import io.freightsdk.server.Broker.BrokerHandles;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.journal.RequestJournal.Entry;
import io.freightsdk.server.service.FaultPlan.FaultRule;
import io.freightsdk.server.service.FaultPlan.Trigger;
import io.freightsdk.server.service.RepeatableRandom;
import io.freightsdk.server.service.StoreState;
import io.freightsdk.server.service.account.AccountState;
import io.freightsdk.server.state.StateStream;
import io.freightsdk.server.view.RecordedRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as bytes: equal states give equal bytes. The file holds agent keys and the tokens of
 * links, because the servers that start from it must accept them.
 */
final class StateFile {
  private static final String MARK = "freight-state-2";

  /** A small file must not unpack to more than a machine holds. */
  private static final long MAX_BYTES = 1L << 30;

  private final StateStream state;
  private final AccountState accounts;

  private StateFile(StateStream state) {
    this.state = state;
    this.accounts = new AccountState(state);
  }

  static byte[] write(ServerSnapshot snapshot) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes, 1 << 16))) {
      new StateFile(StateStream.to(out)).snapshot(snapshot);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException for anything else
   */
  static ServerSnapshot read(byte[] file) {
    try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(file), 1 << 16)) {
      byte[] whole = unpacked.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, MAX_BYTES));
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(whole));
      ServerSnapshot snapshot = new StateFile(StateStream.from(in)).snapshot(null);
      // A file of this form ends with the length of what it packs.
      ByteBuffer end = ByteBuffer.wrap(file, file.length - Integer.BYTES, Integer.BYTES);
      boolean endsHere = end.order(ByteOrder.LITTLE_ENDIAN).getInt() == whole.length;
      if (!endsHere || in.available() > 0) throw new IOException("it goes on after its end");
      return snapshot;
    } catch (EOFException e) {
      throw new IllegalArgumentException("not a state file: it ends too early", e);
    } catch (IOException | RuntimeException e) {
      // A damaged file may hold numbers, lengths and stops that nothing accepts.
      throw new IllegalArgumentException("not a state file: " + e.getMessage(), e);
    }
  }

  private ServerSnapshot snapshot(@Nullable ServerSnapshot of) {
    state.expect(MARK);
    return new ServerSnapshot(
        new StoreState(state).saved(of == null ? null : of.service),
        brokers(of == null ? null : of.brokers),
        state.list(of, all -> all.faults, this::rule),
        journal(of == null ? null : of.journal),
        state.number(of, all -> all.requests),
        ids(of == null ? null : of.ids));
  }

  private BrokerHandles.Saved brokers(BrokerHandles.@Nullable Saved of) {
    return new BrokerHandles.Saved(
        state.map(of, BrokerHandles.Saved::keys, key -> state.text(key, UnaryOperator.identity())),
        state.texts(of, BrokerHandles.Saved::initial));
  }

  private FaultRule rule(@Nullable FaultRule of) {
    return new FaultRule(
        state.number(of, FaultRule::id),
        accounts.operation(of, FaultRule::operation),
        state.maybeText(of, FaultRule::brokerId),
        state.maybeText(of, FaultRule::path),
        fault(of == null ? null : of.fault()),
        Trigger.state(state, of == null ? null : of.trigger()));
  }

  private Fault fault(@Nullable Fault of) {
    return new Fault(
        state.constant(of, Fault.Kind.class, Fault::kind),
        state.constant(of, Fault.Phase.class, Fault::phase),
        state.integer(of, Fault::status),
        Duration.ofNanos(state.number(of, fault -> TimeUnit.NANOSECONDS.convert(fault.delay()))),
        state.real(of, Fault::spread),
        state.maybeText(of, Fault::retryAfter));
  }

  private RequestJournal.Kept journal(RequestJournal.@Nullable Kept of) {
    return new RequestJournal.Kept(
        state.list(of, RequestJournal.Kept::entries, this::entry),
        state.number(of, RequestJournal.Kept::total));
  }

  private Entry entry(@Nullable Entry of) {
    RecordedRequest request = request(of == null ? null : of.get());
    return new Read(request, state.maybeText(of, Entry::answer));
  }

  private record Read(RecordedRequest get, @Nullable String answer) implements Entry {
    @Override
    public String requestId() {
      return get.requestId();
    }
  }

  private RecordedRequest request(@Nullable RecordedRequest of) {
    return new RecordedRequest(
        state.number(of, RecordedRequest::sequence),
        state.text(of, RecordedRequest::requestId),
        state.time(of, RecordedRequest::at),
        state.text(of, RecordedRequest::connectionId),
        state.text(of, RecordedRequest::method),
        state.text(of, RecordedRequest::path),
        accounts.operation(of, RecordedRequest::operation),
        state.maybeText(of, RecordedRequest::brokerId),
        state.maybeText(of, RecordedRequest::idempotencyKey),
        state.maybeText(of, RecordedRequest::body),
        state.integer(of, RecordedRequest::status),
        state.maybe(
            of,
            RecordedRequest::fault,
            kind -> state.constant(kind, Fault.Kind.class, UnaryOperator.identity())),
        state.maybeText(of, RecordedRequest::resendOf),
        state.maybeText(of, RecordedRequest::note));
  }

  /** Only seeded identifiers go on from where they were. */
  private Random ids(@Nullable Random of) {
    Long seeded =
        state.maybe(
            of,
            ids -> ids instanceof RepeatableRandom known ? known.state() : null,
            value -> state.number(value, Long::longValue));
    return seeded == null ? new SecureRandom() : RepeatableRandom.from(seeded);
  }
}
