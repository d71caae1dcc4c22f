/**
 * Rows of a ledger in a file that the processes of one machine share. Nothing here decides what is
 * counted.
 */
@NullMarked
package io.freightsdk.internal.spend.file;

import org.jspecify.annotations.NullMarked;
