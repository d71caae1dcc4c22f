package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;

/** An entry as the ledger keeps it: its outcome may still become known. */
final class LedgerLine {
  final Debit debit;
  SpendEntry entry;

  LedgerLine(Debit debit, SpendEntry entry) {
    this.debit = debit;
    this.entry = entry;
  }
}
