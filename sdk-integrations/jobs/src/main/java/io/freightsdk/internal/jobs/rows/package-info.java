/**
 * The tables of the jobs and their statements. {@code JobRows} changes a row and its task in one
 * transaction. Uses the decisions in {@code rules}.
 *
 * <ul>
 *   <li>{@code freight_orders}: {@code OrderRows}; the changes by the application are in {@code
 *       Orders}, and the lists and counts with their loads in {@code SummaryRows}
 *   <li>{@code freight_loads}: {@code LoadRows}
 *   <li>{@code freight_tasks}: {@code TaskRows}, a table of db-scheduler
 *   <li>{@code freight_read_queue}: {@code ReadPace}, for reads under a budget
 * </ul>
 */
@NullMarked
package io.freightsdk.internal.jobs.rows;

import org.jspecify.annotations.NullMarked;
